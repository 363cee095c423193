import assert from "node:assert/strict";
import { test } from "node:test";
import { listBatchLines } from "@/server/contracts/rest/reading-back/settlement";
import { assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize, capture, increment } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import type { TestMerchant } from "@/server/testing/factories/merchants";
import { setTestPrice, settleAfterASecond } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

test("batches of an older version are proved by its rules, and the rest of a payment by today's", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const shop = { id: tenant.merchantId, tenant } as TestMerchant;
  await setTestPrice(shop, { rateBps: 100, fixed: 0.3 });
  const { recordId } = await authorize(tenant, await createTestCard(tenant), 4);
  await increment(tenant, recordId, 11);
  // The first capture has two parts.
  for (const amount of [5, 5]) await capture(tenant, recordId, amount);
  const [batch] = (await settleAfterASecond(clock, tenant)).batches;
  assert.ok(batch?.fee === 0.4 && batch.lines.length === 2);
  for (const table of ["entries", "settlement_batches", "captures", "payouts"]) {
    await queryTestDatabase(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  }
  await queryTestDatabase("ALTER TABLE settlement_batches ENABLE TRIGGER settlement_batches_pay_out");
  // As version 0.3 settled them: 0.04 + 0.30 and 0.01 for the parts of the first, 0.05 + 0.30 for the second.
  await queryTestDatabase(
    `UPDATE captures SET fee_minor = CASE WHEN amount_minor = 400 THEN 34 WHEN amount_minor = 100 THEN 1 ELSE 35 END
      WHERE batch_id = $1`,
    [batch.batchId],
  );
  await queryTestDatabase(
    `WITH batch AS (
        UPDATE settlement_batches SET line_rule = 1, capture_count = 3, fee_minor = fee_minor + 30, payout_minor = payout_minor - 30
        WHERE id = $1 RETURNING fee_posting_id, payout_posting_id
      ), payout AS (UPDATE payouts SET amount_minor = amount_minor - 30 WHERE batch_id = $1)
      UPDATE entries SET amount_minor = amount_minor + sign(amount_minor) * CASE posting_id WHEN fee_posting_id THEN 30 ELSE -30 END
      FROM batch WHERE posting_id IN (fee_posting_id, payout_posting_id)`,
    [batch.batchId],
  );
  await assertBooksBalance();
  const { body: lines } = await call(tenant, listBatchLines, { params: { id: batch.batchId } });
  assert.deepEqual(lines.data.map(({ fee }) => fee).sort(), [0.01, 0.34, 0.35], "they are shown as they were counted");
  await capture(tenant, recordId, 5);
  const [next] = (await settleAfterASecond(clock, tenant)).batches;
  assert.deepEqual([next?.gross, next?.fee], [5, 0.05]);
  await assertBooksBalance();
});
