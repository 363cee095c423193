import assert from "node:assert/strict";
import { test } from "node:test";
import { allowLocalhost } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { countEvents } from "@/server/testing/engine/count-events";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { bindTestResolver } from "@/server/testing/engine/webhook-sender";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();
allowLocalhost();
process.env.WEBHOOK_RETRY_DIVISOR = "60";
bindTestResolver(async () => [], { timeoutMs: 1_000 });

test("of 5,000 sales no event is lost, sent twice, or out of order, while two of three receivers fail", async (t) => {
  await startDeliveries(t);
  const merchant = await createTestMerchant(await createTestTenant());
  const startedAt = performance.now();
  const counts = await countEvents(merchant, { sales: 5_000, failures: 1_000, withinMs: 1_800_000 });
  t.diagnostic(`${Math.round((performance.now() - startedAt) / 1_000)} seconds`);
  for (const { receiver, requests, lost, duplicated, outOfOrder } of counts) {
    t.diagnostic(`${receiver}: ${requests} requests, ${lost} lost, ${duplicated} twice, ${outOfOrder} out of order`);
  }
  assert.deepEqual(
    counts.map(({ lost, duplicated, outOfOrder }) => [lost, duplicated, outOfOrder]),
    Array(3).fill([0, 0, 0]),
  );
});
