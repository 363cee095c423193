import assert from "node:assert/strict";
import { test } from "node:test";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { refund, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

async function createBatches() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId } = await createTestSale(shop, { amount: 60 });
  await refund(shop, transactionId, 5);
  const [first] = (await settleAfterASecond(clock, shop.tenant)).batches;
  await createTestSale(shop, { amount: 10 });
  const [second] = (await settleAfterASecond(clock, shop.tenant)).batches;
  assert.ok(first && second);
  return { first: first.batchId, second: second.batchId };
}

for (const query of [
  "UPDATE settlement_batches SET payout_minor = payout_minor + 1, captured_minor = captured_minor + 1 WHERE id = $1",
  "UPDATE settlement_batches SET previous_batch_id = NULL WHERE id = $1",
  "UPDATE settlement_batches SET cutoff_at = created_at WHERE id = $1",
  "DELETE FROM settlement_batches WHERE id = $1",
  "UPDATE captures SET batch_id = NULL, settled_at = NULL WHERE batch_id = $1",
  "UPDATE captures SET batch_id = (SELECT max(id) FROM settlement_batches WHERE id <> $1) WHERE batch_id = $1",
  "UPDATE refunds SET batch_id = NULL, settled_at = NULL WHERE batch_id = $1",
  "UPDATE refunds SET batch_id = (SELECT max(id) FROM settlement_batches WHERE id <> $1) WHERE batch_id = $1",
]) {
  test(`the books refuse ${query}`, async () => {
    const { first } = await createBatches();
    await assert.rejects(queryTestDatabase(query, [first]), { code: "CL002" });
    await assertBooksBalance();
  });
}

const COLUMNS = `id, tenant_id, environment, merchant_id, currency, settled_day, cutoff_at, previous_batch_id,
  capture_count, captured_minor, refund_count, refunded_minor, carried_in_minor, payout_minor, carried_out_minor,
  payout_posting_id, created_at`;

const NOTHING = {
  captured_minor: "0",
  refunded_minor: "0",
  carried_in_minor: "0",
  payout_minor: "0",
  carried_out_minor: "0",
};

for (const [what, change, constraint] of [
  ["more paid out than is there", { payout_minor: "payout_minor + 1" }, "settlement_batches_adds_up"],
  ["a debt that is paid", { payout_minor: "payout_minor + 1", carried_out_minor: "-1" }, "settlement_batches_adds_up"],
  ["a payout that is not in the books", {}, "settlement_batches_payout_is_posted"],
  [
    "two batches after one",
    { ...NOTHING, previous_batch_id: "previous_batch_id" },
    "settlement_batches_previous_batch_id_key",
  ],
] as const) {
  test(`no statement with ${what}`, async () => {
    const { second } = await createBatches();
    const changes: Record<string, string> = {
      id: "'SomeOtherBatch001'",
      previous_batch_id: "NULL",
      payout_posting_id: "NULL",
      ...change,
    };
    const values = COLUMNS.split(/,\s*/).map((column) => changes[column] ?? column);
    const copy = `INSERT INTO settlement_batches (${COLUMNS}) SELECT ${values.join(", ")}
      FROM settlement_batches WHERE id = $1`;
    await assert.rejects(queryTestDatabase(copy, [second]), { constraint });
  });
}

test("a line is in a batch if and only if it has a time of settlement", async () => {
  await createBatches();
  const clock = withFakeClock("2026-03-03T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const { transactionId } = await createTestSale(shop, { amount: 60 });
  const mark = "UPDATE captures SET settled_at = created_at WHERE id = $1";
  await assert.rejects(queryTestDatabase(mark, [transactionId]), { constraint: "captures_settled_in_batch" });
  await settleAfterASecond(clock, shop.tenant);
  const unmark = "UPDATE captures SET settled_at = NULL WHERE id = $1";
  await assert.rejects(queryTestDatabase(unmark, [transactionId]), { constraint: "captures_settled_in_batch" });
});
