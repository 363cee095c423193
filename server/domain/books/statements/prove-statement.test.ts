import assert from "node:assert/strict";
import { test } from "node:test";
import { hashBlock } from "@/server/contracts/statement-proof/block";
import { type CheckedStatement, StatementCheck } from "@/server/contracts/statement-proof/check-statement";
import type { ProvenBlock, ProvenLine, ProvenStatement } from "@/server/contracts/statement-proof/document";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { settleDue } from "@/server/domain/settlement";
import { now } from "@/server/platform/clock";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { staffCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale, settleNow } from "@/server/testing/factories/transactions";
import { startWithKeys } from "@/server/testing/server-keys";
import { checkAllBooks, proveStatement, sealBooks } from "..";
import { signBlock } from "../chain/block";
import { digestEntries } from "../chain/digest-rows";
import { findHead } from "../chain/head";

withTestDatabase();

const seal = () => sealBooks({ now: now() });

async function textOf(tenant: TestTenant, id: string): Promise<string> {
  const { parts } = await proveStatement(staffCaller(tenant), id);
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

async function check(text: string): Promise<CheckedStatement> {
  const checked = new StatementCheck();
  for (const line of text.trimEnd().split("\n")) checked.take(line);
  return checked.finish();
}

const statesOf = ({ steps }: CheckedStatement) => Object.fromEntries(steps.map(({ name, state }) => [name, state]));
const ALL_HOLD = Object.fromEntries(
  ["whole", "lines", "payout", "booked", "paid", "sealed", "chained"].map((name) => [name, "holds"]),
);

async function assertProven(text: string): Promise<CheckedStatement> {
  const checked = await check(text);
  assert.deepEqual(
    checked.steps.filter(({ state }) => state !== "holds"),
    [],
  );
  assert.ok(checked.isProven && checked.sums);
  assert.equal(checked.sums.differenceMinor, 0n);
  return checked;
}

/** Sales and a refund of one shop in two blocks, among another tenant's. */
async function makeStatement() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const rival = await createTestMerchant(await createTestTenant());
  const sales = [];
  for (const amount of [10, 20.05, 30]) {
    sales.push(await createTestSale(shop, { card, amount, merchantReference: `order ${amount}` }));
    await createTestSale(rival, { amount: 77 });
    clock.advance(1_000);
  }
  await seal();
  await refund(shop, sales[1]?.transactionId ?? "", 5.05);
  clock.advance(1_000);
  const { batches } = await settleNow(tenant, shop);
  const before = await textOf(tenant, batches[0]?.batchId ?? "");
  await seal();
  return { tenant, shop, card, rival, clock, sales, id: batches[0]?.batchId ?? "", before };
}

let made: ReturnType<typeof makeStatement> | null = null;
const findMade = () => {
  made ??= makeStatement();
  return made;
};

test("a statement proves itself once its entries are sealed, and says until then what isn't", async () => {
  const { tenant, id, before, rival, card } = await findMade();
  const early = await check(before);
  assert.deepEqual(statesOf(early), { ...ALL_HOLD, sealed: "open" });
  assert.ok(early.isWaiting && !early.isProven);
  const text = await textOf(tenant, id);
  const checked = await assertProven(text);
  assert.deepEqual(checked.sums, { statedMinor: 5_500n, linesMinor: 5_500n, booksMinor: 5_500n, differenceMinor: 0n });
  assert.equal(checked.blocks.length, 2);
  assert.match(checked.line ?? "", /^closed-loop-books:2:/);
  assert.deepEqual(checked.signers.blocks, [checked.signers.statement]);
  const others = await queryTestDatabase<{ id: string }>(
    `SELECT posting_id AS id FROM entries JOIN accounts a ON a.id = account_id WHERE a.merchant_id = $1
      UNION ALL SELECT id FROM accounts WHERE kind <> 'merchant' OR merchant_id = $1`,
    [rival.id],
  );
  assert.ok(others.some((other) => other.id === card.accountId));
  for (const other of others) assert.ok(!text.includes(other.id), "nothing of others, and not who paid");
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ breaches }) => breaches.length > 0),
    [],
  );
});

interface Parsed {
  readonly format: string;
  readonly statement: ProvenStatement;
  line: ProvenLine;
  block: ProvenBlock;
  end: { lines: number; digest: string };
}
type Records = Partial<Parsed>[];

const find = <Name extends keyof Parsed>(records: Records, name: Name): Parsed[Name] => {
  const found = records.find((record) => name in record)?.[name];
  assert.ok(found);
  return found;
};

interface Forgery {
  readonly what: string;
  readonly how: (records: Records) => unknown;
  /** The steps that fail, and what one of them says. */
  readonly fails: readonly string[];
  readonly says: RegExp;
}

const FORGERIES: readonly Forgery[] = [
  {
    what: "a line's amount is changed",
    how: (records) => Object.assign(find(records, "line"), { amountMinor: "2000" }),
    fails: ["whole", "lines", "booked"],
    says: /^The books moved 10\.00 USD, not 20\.00 USD: off by -10\.00 USD\. \w{17}$/,
  },
  {
    what: "a line is dropped",
    how: (records) => records.splice(1, 1),
    fails: ["whole", "lines", "booked"],
    says: /^The signature is over 4 lines; 3 are here\.$/,
  },
  {
    what: "a line and the sums that it is in are changed",
    how: (records) => {
      Object.assign(find(records, "line"), { amountMinor: "1100" });
      Object.assign(find(records, "statement"), { capturedMinor: "6105", payoutMinor: "5600" });
    },
    fails: ["whole", "booked", "paid"],
    says: /^The books paid out 55\.00 USD: off by -1\.00 USD\.$/,
  },
  {
    what: "a line is there twice",
    how: (records) => records.splice(1, 0, { ...records[1] }),
    fails: ["whole", "lines", "booked"],
    says: /^A line is there twice\. \w{17}$/,
  },
  {
    what: "the payout is changed",
    how: (records) => Object.assign(find(records, "statement"), { payoutMinor: "5501" }),
    fails: ["whole", "payout", "paid"],
    says: /off by 0\.01 USD\.$/,
  },
  {
    what: "a debt is made up",
    how: (records) => Object.assign(find(records, "statement"), { payoutMinor: "5600", carriedOutMinor: "-100" }),
    fails: ["whole", "payout", "paid"],
    says: /^Only a debt is carried/,
  },
  {
    what: "a reference is changed",
    how: (records) => Object.assign(find(records, "line"), { merchantReference: "order 99" }),
    fails: ["whole"],
    says: /aren’t what was signed/,
  },
  {
    what: "an entry is changed",
    how: (records) => Object.assign(find(records, "block").entries[1] ?? {}, { amountMinor: "1100" }),
    fails: ["booked", "sealed"],
    says: /^Block 1 didn’t seal these entries\. \w{17}/,
  },
  {
    what: "both entries of a posting are changed",
    how: (records) => {
      for (const entry of find(records, "block").entries.slice(0, 2)) entry.amountMinor += "0";
    },
    fails: ["booked", "sealed"],
    says: /^The books moved 100\.00 USD, not 10\.00 USD: off by 90\.00 USD\. \w{17}$/,
  },
  {
    what: "an entry is dropped",
    how: (records) => find(records, "block").entries.splice(0, 1),
    fails: ["booked", "sealed"],
    says: /^Posting \w{17} doesn’t balance/,
  },
  {
    what: "an entry changes its place",
    how: (records) => {
      for (const entry of find(records, "block").entries) entry.place += 1;
    },
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a posting is of another environment",
    how: (records) => {
      for (const entry of find(records, "block").entries.slice(0, 2)) entry.environment = "live";
    },
    fails: ["booked", "sealed"],
    says: /another currency or environment/,
  },
  {
    what: "a hash beside an entry is changed",
    how: (records) => find(records, "block").nodes.splice(0, 1, "a".repeat(64)),
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a hash too many is there",
    how: (records) => find(records, "block").nodes.push("a".repeat(64)),
    fails: ["sealed"],
    says: /^Block 1 didn’t seal/,
  },
  {
    what: "a block's hash is changed",
    how: (records) => Object.assign(find(records, "block"), { hash: "a".repeat(64) }),
    fails: ["chained"],
    says: /^Block 1 isn’t what its hash says\.$/,
  },
  {
    what: "a block is made to fit, without the key",
    how: (records) => {
      const block = find(records, "block");
      Object.assign(block, { previousHash: "a".repeat(64) });
      Object.assign(block, { hash: hashBlock(block) });
    },
    fails: ["chained"],
    says: /^The signature of block 1 is not valid\.$/,
  },
  {
    what: "a block is sealed at another time",
    how: (records) => Object.assign(find(records, "block"), { sealedAt: 1 }),
    fails: ["chained"],
    says: /^Block 1 isn’t what its hash says\.$/,
  },
  {
    what: "the payout's posting is left out",
    how: (records) => {
      for (const { block } of records)
        block?.entries.splice(0, 99, ...block.entries.filter(({ kind }) => kind !== "payout"));
    },
    fails: ["paid", "sealed"],
    says: /isn’t the one payout in the file/,
  },
  {
    what: "the signature of the statement is changed",
    how: (records) => Object.assign(find(records, "end"), { digest: "a".repeat(64) }),
    fails: ["whole"],
    says: /^The statement’s signature is not valid\.$/,
  },
  {
    what: "the file ends too early",
    how: (records) => records.splice(-1, 1),
    fails: ["whole"],
    says: /^The file ends too early\.$/,
  },
  {
    what: "something follows the end",
    how: (records) => records.push({ ...records[1] }),
    fails: ["whole"],
    says: /can’t be read\.$/,
  },
];

for (const { what, how, fails, says } of FORGERIES) {
  test(`the check finds it where ${what}`, async () => {
    const { tenant, id } = await findMade();
    const records = (await textOf(tenant, id))
      .trimEnd()
      .split("\n")
      .map((line): Partial<Parsed> => JSON.parse(line));
    how(records);
    const checked = await check(records.map((record) => JSON.stringify(record)).join("\n"));
    assert.deepEqual(
      checked.steps.filter(({ state }) => state === "fails").map(({ name }) => name),
      fails,
    );
    const said = checked.steps.flatMap(({ findings }) =>
      findings.map((finding) => `${finding.says} ${finding.lines.map(({ id: line }) => line).join(" ")}`.trim()),
    );
    assert.ok(
      said.some((one) => says.test(one)),
      JSON.stringify(said),
    );
  });
}

test("what is no proof is none", async () => {
  for (const text of ["", "{}", "[1]", "null", "created_utc,kind", '{"end":{}}']) {
    const { statement, isProven } = await check(text);
    assert.deepEqual([statement, isProven], [null, false]);
  }
});

test("a debt is carried from one statement into the next, and each is proven", async () => {
  const clock = withFakeClock("2026-03-04T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const sale = await createTestSale(shop, { amount: 40 });
  const batches = [...(await settleAfterASecond(clock, tenant, shop)).batches];
  await refund(shop, sale.transactionId, 40);
  batches.push(...(await settleAfterASecond(clock, tenant, shop)).batches);
  await createTestSale(shop, { amount: 100 });
  batches.push(...(await settleAfterASecond(clock, tenant, shop)).batches);
  await seal();
  const payouts = [];
  for (const { batchId: id } of batches) {
    const { statement } = await assertProven(await textOf(tenant, id));
    payouts.push([statement?.carriedInMinor, statement?.payoutMinor, statement?.carriedOutMinor]);
  }
  assert.deepEqual(payouts, [
    ["0", "4000", "0"],
    ["0", "0", "-4000"],
    ["-4000", "6000", "0"],
  ]);
});

test("a refund that is a part of two statements is one posting, which proves both", async () => {
  const clock = withFakeClock("2026-04-01T10:00:00.000Z");
  const tenant = await createTestTenant();
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 60);
  await capture(tenant, recordId, 20);
  clock.advance(DAY_MS);
  await settleDue({ now: clock.now() });
  await capture(tenant, recordId, 30);
  clock.advance(DAY_MS);
  await reverse(tenant, recordId, 50, { kind: "refund" });
  await settleDue({ now: clock.now() });
  clock.advance(DAY_MS);
  await settleDue({ now: clock.now() });
  await seal();
  const batches = await queryTestDatabase<{ id: string }>(
    "SELECT id FROM settlement_batches WHERE tenant_id = $1 ORDER BY created_at",
    [tenant.id],
  );
  const elsewhere = [];
  for (const { id } of batches) {
    const text = await textOf(tenant, id);
    await assertProven(text);
    elsewhere.push(...[...text.matchAll(/"elsewhereMinor":"(.*?)"/g)].map(([, minor]) => minor));
  }
  assert.deepEqual(elsewhere, ["0", "0", "-2000", "-3000"]);
});

test("many lines in many blocks, in groups of 64 and beyond, each at its place", async () => {
  const clock = withFakeClock("2026-03-06T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const rival = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  for (let part = 0; part < 3; part += 1) {
    for (let i = 0; i < 50; i += 1) {
      await createTestSale(i % 5 === 0 ? shop : rival, { card, amount: 1 + (i % 10) });
      clock.advance(7);
    }
    await seal();
  }
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  await seal();
  const { statement, blocks } = await assertProven(await textOf(tenant, batch?.batchId ?? ""));
  assert.equal(statement?.captureCount, 30);
  assert.equal(blocks.length, 4);
  assert.equal(
    blocks.reduce((sum, { entries }) => sum + entries, 0),
    62,
  );
});

test("after a rotation of the key older statements are proven with the old one; a forgotten one leaves it open", async () => {
  const { tenant, id } = await findMade();
  const { HMAC_KEY = "1".repeat(64) } = process.env;
  try {
    startWithKeys({ HMAC_KEYS: `2:${"2".repeat(64)},1:${HMAC_KEY}` });
    const { signers } = await assertProven(await textOf(tenant, id));
    assert.equal(signers.blocks.length, 1);
    assert.notDeepEqual(signers.blocks, [signers.statement]);
    startWithKeys({ HMAC_KEYS: `2:${"2".repeat(64)}` });
    assert.deepEqual(statesOf(await check(await textOf(tenant, id))), { ...ALL_HOLD, chained: "open" });
  } finally {
    startWithKeys({ HMAC_KEY });
  }
});

test("entries that were sealed before there were salts are said to be so, and the chain goes on after them", async () => {
  const clock = withFakeClock("2026-05-06T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await createTestSale(shop);
  const head = await findHead();
  const [last] = await queryTestDatabase<{ id: string }>("SELECT max(id) AS id FROM entries");
  assert.ok(head && last);
  const range = { after: head.toEntry, to: BigInt(last.id), salt: "" };
  const [entries] = await digestEntries([range]);
  const { hash: previousHash, toAudit, auditsHash, provenFrom } = head;
  const old = signBlock({
    ...{ number: head.number + 1n, previousHash, toEntry: range.to, entryCount: entries?.rows ?? 0 },
    ...{ entriesHash: entries?.hash ?? "", toAudit, auditCount: 0, auditsHash, provenFrom, unproven: [] },
    ...{ salt: "", entryGroups: [], createdAt: now() },
  });
  await query(getPool(), sql`WITH w AS (${insertRows("book_blocks", [old], "(SELECT 1) AS work")}) SELECT 1`);
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  await seal();
  const checked = await check(await textOf(tenant, batch?.batchId ?? ""));
  assert.deepEqual(statesOf(checked), { ...ALL_HOLD, sealed: "open" });
  assert.match(checked.steps.find(({ name }) => name === "sealed")?.says ?? "", /2 entries were sealed before/);
  const { checks } = await checkAllBooks();
  assert.deepEqual(
    checks.filter(({ name }) => name.startsWith("sealed entries")).flatMap(({ breaches }) => breaches),
    [],
  );
});

test("another tenant's statement is not there", async () => {
  const { id, rival } = await findMade();
  await assert.rejects(proveStatement(staffCaller(rival.tenant), id), /No such batch/);
});
