import assert from "node:assert/strict";
import { test } from "node:test";
import { createFunding, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { checkBooks } from "./check-books";

withTestDatabase();

/** Drops triggers and constraints, to corrupt rows in ways that our code can't. */
async function disarm(): Promise<void> {
  for (const table of ["entries", "fundings", "postings"])
    await queryTestDatabase(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  await queryTestDatabase("ALTER TABLE accounts DROP CONSTRAINT IF EXISTS accounts_member_within_limit");
}

async function createBooks() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 500_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  await takeBack(tenant, card.accountId);
  const child = await increment(tenant, id, 40);
  await capture(tenant, id, 50);
  await reverse(tenant, id, 20);
  await reverse(tenant, child.recordId, 10);
  return { id, childId: child.recordId, accountId: card.accountId, merchantId: tenant.merchantId };
}

async function takeBack(tenant: TestTenant, account: string): Promise<void> {
  const { body } = await call(tenant, createFunding, { body: { account, amount: 3, bankReference: "Bank 7" } });
  await call(tenant, reverseFunding, { params: { id: body.id } });
}

type Books = Awaited<ReturnType<typeof createBooks>>;

const CAPTURE_OF = "SELECT id FROM captures WHERE root_id = $1";
const POSTING_OF = "SELECT id FROM postings WHERE authorization_id = $1 AND kind = 'capture'";
const MERCHANT_ENTRY_OF = `SELECT e.id FROM entries e JOIN accounts a ON a.id = e.account_id AND a.kind = 'merchant'
  WHERE e.posting_id IN (${POSTING_OF})`;

const REVERSAL_OF = `SELECT p.id FROM postings p JOIN entries e ON e.posting_id = p.id
  WHERE p.kind = 'funding_reversal' AND e.account_id = $1`;
const REVERSED_OF = `SELECT reversed_posting_id AS id FROM fundings WHERE posting_id IN (${REVERSAL_OF})`;
const TAKEN_ONCE = "a reversal takes back once what its funding gave, from the same account";

/** `harm` has one parameter; `record` is what the check must name. */
const BREACHES: readonly {
  readonly check: string;
  readonly harm: string;
  readonly about: (books: Books) => string;
  readonly record?: string;
  readonly offByMinor: bigint;
}[] = [
  {
    check: "every posting’s entries sum to zero",
    harm: `UPDATE entries SET amount_minor = amount_minor + 1 WHERE id IN (${MERCHANT_ENTRY_OF})`,
    about: ({ id }) => id,
    record: POSTING_OF,
    offByMinor: 1n,
  },
  {
    check: "every posting’s entries sum to zero",
    harm: `DELETE FROM entries WHERE posting_id IN (${POSTING_OF})`,
    about: ({ id }) => id,
    record: POSTING_OF,
    offByMinor: 0n,
  },
  {
    check: "all entries of a currency and environment sum to zero",
    harm: `UPDATE entries SET currency = 'CHF', amount_minor = 77 WHERE id IN (${MERCHANT_ENTRY_OF})`,
    about: ({ id }) => id,
    record: "SELECT 'test CHF' AS id WHERE $1::text <> ''",
    offByMinor: 77n,
  },
  {
    check: "an entry has the currency and environment of its posting and its account",
    harm: `UPDATE entries SET currency = 'EUR' WHERE id IN (${MERCHANT_ENTRY_OF})`,
    about: ({ id }) => id,
    record: MERCHANT_ENTRY_OF,
    offByMinor: 0n,
  },
  {
    check: "an entry has the currency and environment of its posting and its account",
    harm: `UPDATE postings SET environment = 'live' WHERE id IN (${POSTING_OF})`,
    about: ({ id }) => id,
    record: MERCHANT_ENTRY_OF,
    offByMinor: 0n,
  },
  {
    check: "a member’s or float’s posted balance equals its entries; a snapshot equals its folded entries",
    harm: "UPDATE accounts SET posted_minor = posted_minor + 3 WHERE id = $1",
    about: ({ accountId }) => accountId,
    offByMinor: 3n,
  },
  {
    check: "a member’s or float’s posted balance equals its entries; a snapshot equals its folded entries",
    harm: `UPDATE entries SET is_folded = true WHERE id IN (${MERCHANT_ENTRY_OF})`,
    about: ({ id }) => id,
    record: `SELECT account_id AS id FROM entries WHERE id IN (${MERCHANT_ENTRY_OF})`,
    offByMinor: -50_00n,
  },
  {
    check: "a member’s held balance equals its open holds",
    harm: "UPDATE accounts SET held_minor = held_minor - 1 WHERE id = $1",
    about: ({ accountId }) => accountId,
    offByMinor: -1n,
  },
  {
    check: "no member or float has spent beyond posted money and credit limit",
    harm: "UPDATE accounts SET held_minor = posted_minor + 9 WHERE id = $1",
    about: ({ accountId }) => accountId,
    offByMinor: -9n,
  },
  {
    check: "a family’s totals equal the figures of its members",
    harm: "UPDATE authorizations SET family_amount_minor = family_amount_minor + 2 WHERE id = $1",
    about: ({ id }) => id,
    offByMinor: 2n,
  },
  {
    check: "a family’s totals equal the figures of its members",
    harm: "UPDATE authorizations SET expired_minor = 1 WHERE id = $1",
    about: ({ childId }) => childId,
    record: "SELECT root_id AS id FROM authorizations WHERE id = $1",
    offByMinor: 0n,
  },
  {
    check: "what an authorization has captured equals its captures",
    harm: "UPDATE authorizations SET captured_minor = captured_minor - 4 WHERE id = $1",
    about: ({ id }) => id,
    offByMinor: -4n,
  },
  {
    check: "what a capture has refunded equals its refunds",
    harm: "UPDATE captures SET refunded_minor = refunded_minor - 5 WHERE root_id = $1",
    about: ({ id }) => id,
    record: CAPTURE_OF,
    offByMinor: -5n,
  },
  {
    check: "what was reversed equals the reversals",
    harm: "UPDATE reversals SET voided_minor = voided_minor + 6 WHERE root_id = $1 AND refunded_minor = 0",
    about: ({ id }) => id,
    offByMinor: -6n,
  },
  {
    check: "money posted for an authorization equals its captures and refunds",
    harm: `UPDATE postings SET authorization_id = NULL WHERE id IN (${POSTING_OF})`,
    about: ({ id }) => id,
    offByMinor: 50_00n,
  },
  {
    check: "a posting moves money the way its kind does, for the payment it names",
    harm: `UPDATE entries SET amount_minor = -amount_minor WHERE posting_id IN (${REVERSAL_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: 0n,
  },
  {
    check: TAKEN_ONCE,
    harm: `UPDATE entries SET amount_minor = amount_minor * 2 WHERE posting_id IN (${REVERSAL_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: -3_00n,
  },
  {
    check: TAKEN_ONCE,
    harm: `DELETE FROM fundings WHERE posting_id IN (${REVERSAL_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: -3_00n,
  },
  {
    check: TAKEN_ONCE,
    harm: `UPDATE fundings SET reversed_posting_id = (SELECT min(p.id) FROM postings p JOIN entries e ON e.posting_id = p.id
      WHERE p.kind = 'funding' AND e.account_id <> $1 AND e.amount_minor < 0) WHERE posting_id IN (${REVERSAL_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: -3_00n,
  },
  {
    check: TAKEN_ONCE,
    harm: `UPDATE postings SET kind = 'refund' WHERE id IN (${REVERSED_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: -3_00n,
  },
  {
    check: TAKEN_ONCE,
    harm: `UPDATE postings SET kind = 'funding' WHERE id IN (${REVERSAL_OF})`,
    about: ({ accountId }) => accountId,
    record: REVERSAL_OF,
    offByMinor: 0n,
  },
];

test("books written by use cases alone are sound", async () => {
  await createBooks();
  await assertBooksBalance();
});

for (const { check, harm, about, record, offByMinor } of BREACHES) {
  test(`a breach is found of "${check}": ${harm.slice(0, 60)}…`, async () => {
    const subject = about(await createBooks());
    // Read first, since the harm may hide it.
    const named = record ? await queryTestDatabase<{ id: string | bigint }>(record, [subject]) : [{ id: subject }];
    await disarm();
    await queryTestDatabase(harm, [subject]);
    const breaches = (await checkBooks()).find(({ name }) => name === check)?.breaches ?? [];
    const found = breaches.find((breach) => breach.record === String(named[0]?.id));
    assert.ok(found, `not named among ${JSON.stringify(breaches.map((breach) => breach.record))}`);
    assert.equal(found.offByMinor, offByMinor);
  });
}
