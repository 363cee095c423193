import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { CheckedStatement } from "@/server/contracts/statement-proof/check-statement";
import { settleDue } from "@/server/domain/settlement";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, reverse } from "@/server/testing/factories/authorization-steps";
import { staffCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import {
  assertProven,
  checkProof,
  createTestStatement,
  proofOf,
  seal,
} from "@/server/testing/factories/statement-proofs";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { startWithKeys } from "@/server/testing/server-keys";
import { checkAllBooks, proveStatement } from "..";

withTestDatabase();

const statesOf = ({ steps }: CheckedStatement) => Object.fromEntries(steps.map(({ name, state }) => [name, state]));
const ALL_HOLD = Object.fromEntries(
  ["whole", "lines", "payout", "booked", "charged", "paid", "sealed", "chained"].map((name) => [name, "holds"]),
);

let made: ReturnType<typeof createTestStatement> | null = null;
const findMade = () => {
  made ??= createTestStatement();
  return made;
};

test("a statement proves itself once its entries are sealed, and says until then what isn't", async () => {
  const { tenant, id, before, rival, card } = await findMade();
  const early = await checkProof(before);
  assert.deepEqual(statesOf(early), { ...ALL_HOLD, sealed: "open" });
  assert.ok(early.isWaiting && !early.isProven);
  const text = await proofOf(tenant, id);
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

test("a statement proves its fee, and a fee that is hidden or made up is found", async () => {
  const clock = withFakeClock("2026-03-05T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  await setTestPrice(shop, { rateBps: 140, fixed: 0.1 });
  await createTestSale(shop, { amount: 10 });
  const [batch] = (await settleAfterASecond(clock, tenant, shop)).batches;
  await seal();
  const text = await proofOf(tenant, batch?.batchId ?? "");
  const { sums, steps } = await assertProven(text);
  assert.deepEqual(sums, { statedMinor: 976n, linesMinor: 976n, booksMinor: 976n, differenceMinor: 0n });
  assert.equal(steps.find(({ name }) => name === "charged")?.says, "The fee of 0.24 USD was charged.");
  for (const [from, to, fails] of [
    ['"feeMinor":"24"', '"feeMinor":"14"', ["whole", "payout", "charged"]],
    ['"kind":"fee"', '"kind":"payout"', ["charged", "paid", "sealed"]],
  ] as const) {
    const forged = await checkProof(text.replaceAll(from, to));
    const failed = forged.steps.filter(({ state }) => state === "fails").map(({ name }) => name);
    assert.deepEqual(failed, fails);
  }
});

test("a file from before there were fees can still be read and is proven", async () => {
  const kept = new URL("../../../contracts/statement-proof/statement-without-fees.jsonl", import.meta.url);
  const text = readFileSync(kept, "utf8");
  assert.match(text, /statement-proof@1"/);
  const { statement } = await assertProven(text);
  assert.deepEqual([statement?.feeMinor, statement?.feePosting, statement?.payoutMinor], ["0", null, "5500"]);
});

test("other text is no proof", async () => {
  for (const text of ["", "{}", "[1]", "null", "created_utc,kind", '{"end":{}}']) {
    const { statement, isProven } = await checkProof(text);
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
    const { statement } = await assertProven(await proofOf(tenant, id));
    payouts.push([statement?.carriedInMinor, statement?.payoutMinor, statement?.carriedOutMinor]);
  }
  assert.deepEqual(payouts, [
    ["0", "4000", "0"],
    ["0", "0", "-4000"],
    ["-4000", "6000", "0"],
  ]);
});

test("a refund in two statements is one posting, which proves both", async () => {
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
    const text = await proofOf(tenant, id);
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
  const { statement, blocks } = await assertProven(await proofOf(tenant, batch?.batchId ?? ""));
  assert.equal(statement?.captureCount, 30);
  assert.equal(blocks.length, 4);
  assert.equal(
    blocks.reduce((sum, { entries }) => sum + entries, 0),
    62,
  );
});

test("a rotated key proves older statements with the old one; a forgotten one leaves it open", async () => {
  const { tenant, id } = await findMade();
  const { HMAC_KEY = "1".repeat(64) } = process.env;
  try {
    startWithKeys({ HMAC_KEYS: `2:${"2".repeat(64)},1:${HMAC_KEY}` });
    const { signers } = await assertProven(await proofOf(tenant, id));
    assert.equal(signers.blocks.length, 1);
    assert.notDeepEqual(signers.blocks, [signers.statement]);
    startWithKeys({ HMAC_KEYS: `2:${"2".repeat(64)}` });
    assert.deepEqual(statesOf(await checkProof(await proofOf(tenant, id))), { ...ALL_HOLD, chained: "open" });
  } finally {
    startWithKeys({ HMAC_KEY });
  }
});

test("another tenant's statement is not there", async () => {
  const { id, rival } = await findMade();
  await assert.rejects(proveStatement(staffCaller(rival.tenant), id), /No such settlement batch/);
});
