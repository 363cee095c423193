import assert from "node:assert/strict";
import { test } from "node:test";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { checkBooks } from "./check-books";

withTestDatabase();

/** Drops triggers and constraints, to corrupt rows in ways that our code can't. */
async function disarm(): Promise<void> {
  for (const table of [
    "entries",
    "postings",
    "settlement_batches",
    "captures",
    "refunds",
    "merchant_prices",
    "payouts",
  ]) {
    await queryTestDatabase(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  }
  await queryTestDatabase("ALTER TABLE settlement_batches ENABLE TRIGGER settlement_batches_pay_out");
  for (const [table, constraint] of [
    ["settlement_batches", "settlement_batches_adds_up"],
    ["settlement_batches", "settlement_batches_payout_is_posted"],
    ["settlement_batches", "settlement_batches_fee_is_posted"],
    ["captures", "captures_settled_in_batch"],
    ["payouts", "payouts_repaid"],
  ]) {
    await queryTestDatabase(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${constraint}`);
  }
}

/** Three batches: 60 − 5 is paid out, a refund of 30 is carried over, 40 pays it off. A sale and a hold are pending. */
async function createBooks() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const { tenant } = shop;
  const batchIds: string[] = [];
  const settle = async () => {
    batchIds.push(...(await settleAfterASecond(clock, tenant)).batches.map(({ batchId }) => batchId));
  };
  const { transactionId } = await createTestSale(shop, { amount: 60 });
  await refund(shop, transactionId, 5);
  await settle();
  await refund(shop, transactionId, 30);
  await settle();
  await createTestSale(shop, { amount: 40 });
  await settle();
  const [paid, owing, last] = batchIds;
  assert.ok(paid && owing && last && batchIds.length === 3);
  const { transactionId: waitingId } = await createTestSale(shop, { amount: 7 });
  const { recordId: holdId } = await authorize(tenant, await createTestCard(tenant), 20);
  const priced = await createTestMerchant(tenant);
  await setTestPrice(priced, { rateBps: 140, fixed: 0.1 });
  const { transactionId: chargedId } = await createTestSale(priced, { amount: 10 });
  const [charged] = (await settleAfterASecond(clock, tenant, priced)).batches;
  assert.ok(charged);
  return {
    chargedId,
    charged: charged.batchId,
    pricedId: priced.id,
    shopId: shop.id,
    paid,
    owing,
    last,
    settledId: transactionId,
    waitingId,
    holdId,
  };
}

type Books = Awaited<ReturnType<typeof createBooks>>;

const ADDS_UP = "a settlement statement adds up to its lines";
const OWN_LINES = "a line settles in a batch of its own merchant and currency";
const CARRIES = "a batch carries in what the one before it carried out, and the payouts that it pays again";
const MOVED = "a payout, its return, and its fee moved what it says, once, from the account it is of";
const PAID_OUT = "what is paid out is what the statements say";
const LINE_FEES = "what has not settled has no fee, and what an older version settled has that of its day";
const PAYMENT_FEES = "what a payment is charged is what its prices give for all of it, however it was split";
const CHARGED = "what is charged is what the statements say";
const FEES = "a tenant’s fees are what its merchants were charged";
const BALANCE = "a merchant’s balance is what has not been paid out";
const LEFT_OUT = "nothing older than a day is left out of a merchant’s settlement";
const READS_SETTLED = "an authorization that reads as settled has nothing unsettled";

const POSTING_OF = "SELECT payout_posting_id AS id FROM settlement_batches WHERE id = $1";
const ACCOUNT_OF = "SELECT id FROM accounts WHERE merchant_id = $1 AND currency = 'USD'";
const ROOT_OF = "SELECT root_id AS id FROM captures WHERE id = $1";

/** `harm` has one parameter; `record` is what the check must name. */
const BREACHES: readonly {
  readonly check: string;
  readonly harm: string;
  readonly about: keyof Books;
  readonly record?: string;
  readonly offByMinor: bigint;
}[] = [
  {
    check: ADDS_UP,
    harm: "UPDATE settlement_batches SET captured_minor = captured_minor + 2, payout_minor = payout_minor + 2 WHERE id = $1",
    about: "paid",
    offByMinor: 2n,
  },
  {
    check: ADDS_UP,
    harm: "UPDATE settlement_batches SET refund_count = 0 WHERE id = $1",
    about: "paid",
    offByMinor: 0n,
  },
  {
    check: ADDS_UP,
    harm: "UPDATE settlement_batches SET carried_out_minor = 0 WHERE id = $1",
    about: "owing",
    offByMinor: 0n,
  },
  {
    check: ADDS_UP,
    harm: "UPDATE captures SET batch_id = NULL, settled_at = NULL WHERE batch_id = $1",
    about: "paid",
    offByMinor: 60_00n,
  },
  {
    check: ADDS_UP,
    harm: "DELETE FROM refunds WHERE batch_id = $1",
    about: "paid",
    offByMinor: -5_00n,
  },
  {
    check: OWN_LINES,
    harm: "UPDATE captures SET currency = 'EUR' WHERE id = $1",
    about: "settledId",
    offByMinor: 0n,
  },
  {
    check: OWN_LINES,
    harm: "UPDATE settlement_batches SET merchant_id = 'SomebodyElse00001' WHERE id = $1",
    about: "owing",
    record: "SELECT id FROM refunds WHERE batch_id = $1",
    offByMinor: 0n,
  },
  {
    check: CARRIES,
    harm: "UPDATE settlement_batches SET carried_in_minor = 0, payout_minor = payout_minor + 3000 WHERE id = $1",
    about: "last",
    offByMinor: 30_00n,
  },
  {
    check: CARRIES,
    harm: "UPDATE settlement_batches SET previous_batch_id = NULL WHERE id = $1",
    about: "owing",
    offByMinor: 0n,
  },
  {
    check: CARRIES,
    harm: "UPDATE settlement_batches SET currency = 'EUR' WHERE id = $1",
    about: "owing",
    offByMinor: 0n,
  },
  {
    check: PAID_OUT,
    harm: "UPDATE settlement_batches SET payout_minor = payout_minor + 4 WHERE id = $1",
    about: "paid",
    offByMinor: 4n,
  },
  {
    check: PAID_OUT,
    harm: "UPDATE settlement_batches SET payout_posting_id = NULL WHERE id = $1",
    about: "paid",
    offByMinor: 55_00n,
  },
  {
    check: PAID_OUT,
    harm: "UPDATE settlement_batches SET payout_posting_id = NULL, payout_minor = 0 WHERE id = $1",
    about: "paid",
    record: POSTING_OF,
    offByMinor: -55_00n,
  },
  {
    check: PAID_OUT,
    harm: `UPDATE postings SET kind = 'refund' WHERE id = (${POSTING_OF})`,
    about: "paid",
    offByMinor: 55_00n,
  },
  {
    check: ADDS_UP,
    harm: "UPDATE settlement_batches SET fee_minor = fee_minor - 4, payout_minor = payout_minor + 4 WHERE id = $1",
    about: "charged",
    offByMinor: 4n,
  },
  {
    check: PAYMENT_FEES,
    harm: "UPDATE captures SET fee_minor = fee_minor + 3 WHERE id = $1",
    about: "chargedId",
    record: ROOT_OF,
    offByMinor: 3n,
  },
  {
    check: LINE_FEES,
    harm: "UPDATE captures SET fee_minor = 1 WHERE id = $1",
    about: "waitingId",
    offByMinor: 1n,
  },
  {
    check: PAYMENT_FEES,
    harm: "UPDATE refunds SET fee_minor = 2 WHERE batch_id = $1",
    about: "paid",
    record: "SELECT root_id AS id FROM captures WHERE batch_id = $1",
    offByMinor: -2n,
  },
  {
    check: PAYMENT_FEES,
    harm: "UPDATE merchant_prices SET rate_bps = 40 WHERE merchant_id = $1",
    about: "pricedId",
    record: "SELECT root_id AS id FROM captures WHERE merchant_id = $1",
    offByMinor: 10n,
  },
  {
    check: CHARGED,
    harm: "UPDATE settlement_batches SET fee_posting_id = NULL WHERE id = $1",
    about: "charged",
    offByMinor: 24n,
  },
  {
    check: FEES,
    harm: "UPDATE settlement_batches SET fee_minor = fee_minor - 4 WHERE id = $1",
    about: "charged",
    record: `SELECT f.id FROM accounts f JOIN settlement_batches b ON b.tenant_id = f.tenant_id
      WHERE b.id = $1 AND f.kind = 'fees'`,
    offByMinor: 4n,
  },
  {
    check: BALANCE,
    harm: "DELETE FROM captures WHERE merchant_id = $1 AND batch_id IS NULL",
    about: "shopId",
    record: ACCOUNT_OF,
    offByMinor: 7_00n,
  },
  {
    check: BALANCE,
    harm: `UPDATE entries SET amount_minor = amount_minor - 3 WHERE id = (SELECT min(id) FROM entries
      WHERE account_id = (${ACCOUNT_OF}))`,
    about: "shopId",
    record: ACCOUNT_OF,
    offByMinor: -3n,
  },
  {
    check: BALANCE,
    harm: `UPDATE settlement_batches SET carried_out_minor = carried_out_minor - 8
      WHERE merchant_id = $1 AND carried_out_minor < 0`,
    about: "shopId",
    record: ACCOUNT_OF,
    offByMinor: 8n,
  },
  {
    check: MOVED,
    harm: "UPDATE payouts SET amount_minor = amount_minor + 9 WHERE batch_id = $1",
    about: "paid",
    record: POSTING_OF,
    offByMinor: 9n,
  },
  {
    check: MOVED,
    harm: `UPDATE payouts SET state = 'returned', returned_at = created_at, return_posting_id = (SELECT fee_posting_id
      FROM settlement_batches WHERE id = $1) WHERE batch_id = $1`,
    about: "charged",
    record: "SELECT fee_posting_id AS id FROM settlement_batches WHERE id = $1",
    offByMinor: -9_76n,
  },
  {
    check: CARRIES,
    harm: `UPDATE payouts SET state = 'returned', returned_at = created_at, return_posting_id = id, repaid_batch_id = $1
      WHERE batch_id = (SELECT b.id FROM settlement_batches b JOIN settlement_batches l USING (merchant_id, currency)
        WHERE l.id = $1 AND b.payout_minor = 5500)`,
    about: "last",
    offByMinor: -55_00n,
  },
  {
    check: LEFT_OUT,
    harm: "UPDATE captures SET created_at = created_at - interval '25 hours' WHERE id = $1",
    about: "waitingId",
    offByMinor: 7_00n,
  },
  {
    check: LEFT_OUT,
    harm: "UPDATE settlement_batches SET cutoff_at = cutoff_at + interval '25 hours' WHERE id = $1",
    about: "last",
    record:
      "SELECT c.id FROM captures c JOIN settlement_batches b USING (merchant_id) WHERE b.id = $1 AND c.batch_id IS NULL",
    offByMinor: 7_00n,
  },
  {
    check: READS_SETTLED,
    harm: `UPDATE authorizations SET settled_at = created_at WHERE id = (${ROOT_OF})`,
    about: "waitingId",
    record: ROOT_OF,
    offByMinor: 0n,
  },
  {
    check: READS_SETTLED,
    harm: "UPDATE authorizations SET settled_at = created_at WHERE id = $1",
    about: "holdId",
    offByMinor: 0n,
  },
];

test("books settled by use cases alone are sound", async () => {
  await createBooks();
  await assertBooksBalance();
});

for (const { check, harm, about, record, offByMinor } of BREACHES) {
  test(`a breach is found of "${check}": ${harm.slice(0, 80)}…`, async () => {
    const subject = (await createBooks())[about];
    // Read first, since the harm may hide it.
    const named = record ? await queryTestDatabase<{ id: string }>(record, [subject]) : [{ id: subject }];
    await disarm();
    await queryTestDatabase(harm, [subject]);
    const breaches = (await checkBooks()).find(({ name }) => name === check)?.breaches ?? [];
    const found = breaches.find((breach) => breach.record === named[0]?.id);
    assert.ok(found, `not named among ${JSON.stringify(breaches.map((breach) => breach.record))}`);
    assert.equal(found.offByMinor, offByMinor);
  });
}
