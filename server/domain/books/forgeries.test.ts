import assert from "node:assert/strict";
import { test } from "node:test";
import { createFunding, reverseFunding } from "@/server/contracts/rest/onboarding/fundings";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { checkAllBooks, sealBooks } from ".";
import { type Block, hashOf, signBlock } from "./chain/block";
import { digestAudits, digestEntries } from "./chain/digest-rows";
import { findSeal, readLine } from "./chain/head";

withTestDatabase();

const TABLES = ["accounts", "audit_records", "book_blocks", "entries", "fundings", "postings"];

/** As the database's owner: no triggers, no foreign keys. */
async function asOwner(queries: string, values: readonly unknown[] = []): Promise<void> {
  const client = await getPool().connect();
  try {
    await client.query("SET session_replication_role = replica");
    if (values.length > 0) await client.query(queries, [...values]);
    else await client.query(queries);
  } finally {
    await client.query("RESET session_replication_role");
    client.release();
  }
}

interface Payment {
  readonly card: TestCard;
  readonly relieved: TestCard;
  readonly recordId: string;
}

async function pay(): Promise<Payment> {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 60);
  await capture(tenant, recordId, 50);
  await reverse(tenant, recordId, 20);
  const relieved = await createTestCard(tenant);
  const wrong = { account: relieved.accountId, amount: 1, bankReference: "Bank 7" };
  const { body: funding } = await call(tenant, createFunding, { body: wrong });
  await call(tenant, reverseFunding, { params: { id: funding.id } });
  return { card, relieved, recordId };
}

async function sealPayments(): Promise<Payment> {
  await pay();
  await sealBooks({ now: now() });
  const payment = await pay();
  await sealBooks({ now: now() });
  await pay();
  await sealBooks({ now: now() });
  return payment;
}

let sealed: Promise<Payment> | null = null;
/** Three blocks, with the payment in the second. Shared, since each forgery is undone. */
function findSealed(): Promise<Payment> {
  sealed ??= sealPayments();
  return sealed;
}

const listBlocks = () => query<Block>(getPool(), sql`SELECT * FROM book_blocks ORDER BY number`);

/** Rewrites the blocks, each with the hash of the one before, and signs them if the forger has the key. */
async function relink(sign: (block: Block) => Block): Promise<void> {
  let before: Block | null = null;
  for (const block of await listBlocks()) {
    if (before) {
      const [entries] = await digestEntries([{ after: before.toEntry, to: block.toEntry, salt: block.salt }]);
      const [audits] = await digestAudits([{ after: before.toAudit, to: block.toAudit, salt: "" }]);
      Object.assign(block, { previousHash: before.hash, entryCount: entries?.rows, entriesHash: entries?.hash });
      Object.assign(block, { entryGroups: entries?.groups });
      Object.assign(block, { auditCount: audits?.rows, auditsHash: audits?.hash });
    }
    const forged: Block = before ? sign({ ...block, hash: hashOf(block) }) : block;
    await asOwner(`DELETE FROM book_blocks WHERE number = ${block.number}`);
    await query(getPool(), sql`WITH w AS (${insertRows("book_blocks", [forged], "(SELECT 1) AS work")}) SELECT 1`);
    before = forged;
  }
}

const AUDIT_OF = "(SELECT id FROM audit_records WHERE action = 'account.funded' AND subject_id = $1)";
const SALE_OF = "(SELECT id FROM postings WHERE kind = 'capture' AND authorization_id = $1)";
const LAST = "(SELECT max(number) FROM book_blocks)";

const copyPosting = (posting: string) => `WITH source AS (SELECT * FROM postings WHERE id = ${posting}),
  posting AS (INSERT INTO postings SELECT 'Forged0000000000' || left(md5(random()::text), 1), kind, environment, currency, authorization_id, created_at
    FROM source RETURNING id),
  entries AS (INSERT INTO entries (posting_id, account_id, currency, amount_minor, is_folded)
    SELECT posting.id, e.account_id, e.currency, e.amount_minor, e.is_folded FROM posting, source JOIN entries e ON e.posting_id = source.id
    RETURNING account_id, amount_minor, is_folded)
  UPDATE accounts a SET posted_minor = a.posted_minor + e.amount_minor FROM entries e WHERE e.account_id = a.id AND e.is_folded`;

const FUNDING_OF =
  "(SELECT p.id FROM postings p JOIN entries e ON e.posting_id = p.id WHERE p.kind = 'funding' AND e.account_id = $1)";

async function forgeFunding(card: TestCard): Promise<void> {
  await asOwner(copyPosting(FUNDING_OF), [card.accountId]);
  await asOwner(`INSERT INTO audit_records (id, actor, action, subject_kind, subject_id, details, request_id, created_at)
    SELECT 'Forged00000000002', 'someone', 'account.funded', 'account', e.account_id, json_build_object('postingId', p.id), 'r', now()
    FROM postings p JOIN entries e ON e.posting_id = p.id AND e.amount_minor > 0 WHERE p.id LIKE 'Forged%'`);
  await asOwner(`INSERT INTO fundings SELECT p.id, 'Forged00000000002', (SELECT min(proof) FROM fundings)
    FROM postings p WHERE p.id LIKE 'Forged%'`);
}

const REVERSAL_OF = `(SELECT p.id FROM postings p JOIN entries e ON e.posting_id = p.id
  WHERE p.kind = 'funding_reversal' AND e.account_id = $1)`;

async function forgeReversal({ card, relieved }: Payment): Promise<void> {
  await asOwner(copyPosting(REVERSAL_OF), [relieved.accountId]);
  await asOwner(
    `INSERT INTO audit_records (id, actor, action, subject_kind, subject_id, details, request_id, created_at)
    SELECT 'Forged00000000003', 'someone', 'account.funding_reversed', 'account', $1, json_build_object('postingId', p.id), 'r', now()
    FROM postings p WHERE p.id LIKE 'Forged%'`,
    [relieved.accountId],
  );
  await asOwner(
    `INSERT INTO fundings SELECT p.id, 'Forged00000000003', (SELECT proof FROM fundings WHERE posting_id IN
      (SELECT id FROM postings WHERE kind = 'funding_reversal') LIMIT 1), ${FUNDING_OF}
    FROM postings p WHERE p.id LIKE 'Forged%'`,
    [card.accountId],
  );
}

interface Forgery {
  readonly what: string;
  readonly how: (payment: Payment) => Promise<void>;
  readonly check: RegExp;
  readonly says: RegExp;
  /** The forger waits until everything is sealed. */
  readonly isSealed?: true;
}

const FORGERIES: readonly Forgery[] = [
  {
    what: "an audit record is deleted",
    how: ({ card }) => asOwner(`DELETE FROM audit_records WHERE id = ${AUDIT_OF}`, [card.accountId]),
    check: /^sealed audit records/,
    says: /^block \d+ sealed audit records \d+ to \d+, of which 1 are missing$/,
  },
  {
    what: "an audit record is changed",
    how: ({ card }) =>
      asOwner(`UPDATE audit_records SET actor = 'someone else' WHERE id = ${AUDIT_OF}`, [card.accountId]),
    check: /^sealed audit records/,
    says: /of which some were changed$/,
  },
  {
    what: "an audit record is slipped in among sealed ones",
    how: async ({ card }) => {
      await asOwner(`DELETE FROM audit_records WHERE id = ${AUDIT_OF}`, [card.accountId]);
      await asOwner(`INSERT INTO audit_records (id, number, actor, action, subject_kind, subject_id, details, request_id, created_at)
        SELECT 'Forged00000000001', free, 'someone', 'account.funded', 'account', 'x', '{}', 'r', now()
        FROM (SELECT n AS free FROM generate_series(1, (SELECT max(number) FROM audit_records)) n
          WHERE n NOT IN (SELECT number FROM audit_records) LIMIT 1) gap`);
    },
    check: /^sealed audit records/,
    says: /of which some were changed$/,
  },
  {
    what: "money appears on an account with balanced entries",
    how: ({ card }) => asOwner(copyPosting(FUNDING_OF), [card.accountId]),
    check: /^every funding has its audit record/,
    says: /^Forged.* 100000$/,
    isSealed: true,
  },
  {
    what: "money appears with an audit record of its own and the proof of another funding",
    how: ({ card }) => forgeFunding(card),
    check: /^every funding has its audit record/,
    says: /^Forged.* 100000$/,
    isSealed: true,
  },
  {
    what: "a funding is put under a key that nobody knows",
    how: async ({ card }) => {
      await forgeFunding(card);
      await asOwner("UPDATE fundings SET proof = '7~' || proof WHERE posting_id LIKE 'Forged%'");
    },
    check: /^every funding has its audit record/,
    says: /^Forged.* 100000$/,
    isSealed: true,
  },
  {
    what: "money is taken back with balanced entries",
    how: ({ relieved }) => asOwner(copyPosting(REVERSAL_OF), [relieved.accountId]),
    check: /^every funding has its audit record/,
    says: /^Forged.* -100$/,
    isSealed: true,
  },
  {
    what: "money is taken back with an audit record of its own and the proof of another reversal",
    how: forgeReversal,
    check: /^every funding has its audit record/,
    says: /^Forged.* -100$/,
    isSealed: true,
  },
  {
    what: "a forged reversal takes another amount, from another account than its funding’s",
    how: forgeReversal,
    check: /^a reversal takes back once what its funding gave/,
    says: /^Forged/,
    isSealed: true,
  },
  {
    what: "a reversal is made one of another funding, so that its own can be taken back again",
    how: ({ card, relieved }) =>
      asOwner(
        `UPDATE fundings SET reversed_posting_id = (SELECT p.id FROM postings p JOIN entries e ON e.posting_id = p.id
          WHERE p.kind = 'funding' AND e.account_id = $2) WHERE posting_id = ${REVERSAL_OF}`,
        [relieved.accountId, card.accountId],
      ),
    check: /^every funding has its audit record/,
    says: / -100$/,
  },
  {
    what: "a reversal is made a funding, so that its own can be taken back again",
    how: ({ relieved }) =>
      asOwner(`UPDATE fundings SET reversed_posting_id = NULL WHERE posting_id = ${REVERSAL_OF}`, [relieved.accountId]),
    check: /^every funding has its audit record/,
    says: / -100$/,
  },
  {
    what: "the audit record of a reversal is another act’s",
    how: ({ relieved }) =>
      asOwner(
        `UPDATE audit_records SET action = 'account.funded' WHERE action = 'account.funding_reversed' AND subject_id = $1`,
        [relieved.accountId],
      ),
    check: /^every funding has its audit record/,
    says: / -100$/,
  },
  {
    what: "a posting is replayed",
    how: ({ recordId }) => asOwner(copyPosting(SALE_OF), [recordId]),
    check: /^money posted for an authorization/,
    says: /.* -5000$/,
    isSealed: true,
  },
  {
    what: "a posting is replayed for no payment",
    how: async ({ recordId }) => {
      await asOwner(copyPosting(SALE_OF), [recordId]);
      await asOwner("UPDATE postings SET authorization_id = NULL WHERE id LIKE 'Forged%'");
    },
    check: /^a posting moves money the way its kind does/,
    says: /^Forged/,
    isSealed: true,
  },
  {
    what: "an amount is changed, on both sides and in the balance",
    how: async ({ card }) => {
      await asOwner(`UPDATE entries SET amount_minor = amount_minor * 2 WHERE posting_id = ${FUNDING_OF}`, [
        card.accountId,
      ]);
      await asOwner("UPDATE accounts SET posted_minor = posted_minor + 100000 WHERE id = $1", [card.accountId]);
    },
    check: /^sealed entries/,
    says: /^block \d+ sealed entries \d+ to \d+, of which some were changed$/,
  },
  {
    what: "a block is removed",
    how: () => asOwner(`DELETE FROM book_blocks WHERE number = ${LAST} - 1`),
    check: /^the blocks that seal the books/,
    says: /^block \d+ follows block \d+: those between are missing$/,
  },
  {
    what: "a row and its block are changed together",
    how: async ({ card }) => {
      await asOwner(`UPDATE audit_records SET actor = 'someone else' WHERE id = ${AUDIT_OF}`, [card.accountId]);
      await asOwner(`UPDATE book_blocks SET audits_hash = repeat('a', 64) WHERE number = ${LAST} - 1`);
    },
    check: /^the blocks that seal the books/,
    says: /^block \d+ was changed: its hash is not that of what it says$/,
  },
  {
    what: "all blocks are linked anew without the key",
    how: async ({ card }) => {
      await asOwner(`DELETE FROM audit_records WHERE id = ${AUDIT_OF}`, [card.accountId]);
      await relink((block) => block);
    },
    check: /^the blocks that seal the books/,
    says: /^block \d+ was not signed by the server$/,
  },
  {
    what: "a block that isn’t the last has another’s signature",
    how: () =>
      asOwner(`UPDATE book_blocks SET signature = (SELECT signature FROM book_blocks WHERE number = ${LAST})
        WHERE number = ${LAST} - 1`),
    check: /^the blocks that seal the books/,
    says: /^block \d+ was not signed by the server$/,
  },
  {
    what: "the chain is emptied",
    how: () => asOwner("DELETE FROM book_blocks"),
    check: /^the blocks that seal the books/,
    says: /^block 0 is missing: nothing is sealed$/,
  },
];

for (const { what, how, check, says, isSealed } of FORGERIES) {
  test(`the audit finds it where ${what}`, async (t) => {
    const payment = await findSealed();
    for (const table of TABLES) await queryTestDatabase(`CREATE TABLE kept_${table} AS TABLE ${table}`);
    t.after(async () => {
      for (const table of TABLES) {
        await asOwner(
          `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}; DROP TABLE kept_${table}`,
        );
      }
    });
    await how(payment);
    if (isSealed) await sealBooks({ now: now() });
    const { checks } = await checkAllBooks();
    const found = checks.find(({ name }) => check.test(name));
    const lines = (found?.breaches ?? []).map(({ record, offByMinor, says: said }) =>
      said ? `${found?.about} ${record} ${said}` : `${record} ${offByMinor}`,
    );
    assert.ok(
      lines.some((line) => says.test(line)),
      `${found?.name}: ${JSON.stringify(lines)}`,
    );
  });
}

test("books written by the service alone have nothing to find", async () => {
  await findSealed();
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ breaches }) => breaches.length > 0),
    [],
  );
});

test("a holder of the key rewrites the chain, but not a head that was kept elsewhere", async () => {
  await findSealed();
  const kept = readLine((await findSeal())?.line ?? "");
  const blocks = await listBlocks();
  const cut = blocks.at(-2)?.number.toString();
  await asOwner(`DELETE FROM audit_records WHERE number > (SELECT to_audit FROM book_blocks WHERE number = ${cut})`);
  await asOwner(`DELETE FROM book_blocks WHERE number > ${cut}`);
  await relink(({ hash, signature, ...content }) => signBlock(content));
  const { checks } = await checkAllBooks(kept);
  const said = checks.flatMap(({ breaches }) => breaches.flatMap(({ says = [] }) => says));
  assert.ok(said.includes("was kept and is not there; the server signed it"), JSON.stringify(said));
});
