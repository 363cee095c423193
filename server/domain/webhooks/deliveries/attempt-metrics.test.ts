import assert from "node:assert/strict";
import { test } from "node:test";
import { getLogger } from "@/server/platform/logger";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { attempt, bringToLastAttempt, createTestDelivery } from "@/server/testing/factories/webhook-deliveries";

withTestDatabase();
allowLocalhost();

test("a failed attempt is logged with whose it is, and as a warning once no other follows", async (t) => {
  const log = getLogger();
  const written = { info: t.mock.method(log, "info"), warn: t.mock.method(log, "warn") };
  const linesOf = (level: keyof typeof written, text: string) =>
    written[level].mock.calls.filter(({ arguments: [, said] }) => said === text).map(({ arguments: [line] }) => line);
  const receiver = await startReceiver();
  receiver.answerWith(500);
  const { tenant, subscriptionId, deliveryId } = await createTestDelivery(receiver.url);
  await attempt(deliveryId);
  const failed = linesOf("info", "webhook not delivered: it is retried").map((line) => JSON.stringify(line));
  assert.equal(failed.length, 1);
  for (const name of [tenant.id, subscriptionId, deliveryId, "500"]) assert.ok(failed[0]?.includes(name), name);
  const { subscriptionId: failing, deliveryId: last } = await createTestDelivery(receiver.url);
  await bringToLastAttempt(failing);
  await attempt(last);
  assert.equal(linesOf("warn", "webhook failed every retry: it is not sent again").length, 1);
  receiver.answerWith(200);
  const { deliveryId: delivered } = await createTestDelivery(receiver.url);
  await attempt(delivered);
  assert.equal(linesOf("info", "webhook not delivered: it is retried").length, 1);
});
