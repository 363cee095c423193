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

test("of 30 sales no event is lost or out of order, while two of three receivers fail", async (t) => {
  await startDeliveries(t);
  const merchant = await createTestMerchant(await createTestTenant());
  const counts = await countEvents(merchant, { sales: 30, failures: 20, withinMs: 120_000 });
  assert.deepEqual(
    counts.map(({ receiver, lost, outOfOrder }) => [receiver, lost, outOfOrder]),
    [
      ["works", 0, 0],
      ["answers 500", 0, 0],
      ["hangs", 0, 0],
    ],
  );
});
