import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { deliveryQueue } from "./delivery-queue";
import { bindEngineTransport } from "./engine-transport";
import { getEmbeddedKeys } from "./keys";
import { receiveEvents } from "./local/receive-events";

withTestDatabase();

test("a simultaneous handover is few runs: one for 16, named by its first", async () => {
  bindEngineTransport((request) => receiveEvents(request, getEmbeddedKeys().eventKey));
  const due = Array.from({ length: 35 }, (_, i) => ({ deliveryId: `delivery-${i}`, handoff: i + 1 }));
  await deliveryQueue.add(due);
  const rows = await queryTestDatabase<{ custom_id: string; payload: string }>(
    "SELECT custom_id, payload FROM engine_events ORDER BY sequence",
  );
  const runs = rows.map(({ payload }) => JSON.parse(payload).data.deliveries as typeof due);
  assert.deepEqual(
    runs.map(({ length }) => length),
    [16, 16, 3],
  );
  assert.deepEqual(runs.flat(), due);
  assert.deepEqual(
    rows.map(({ custom_id: id }) => id),
    ["delivery-0.1", "delivery-16.17", "delivery-32.33"],
  );
});
