import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { wake } from "@/server/domain/wake";
import { bindDeliveryQueue } from "@/server/domain/webhooks";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { StandInInngest } from "@/server/testing/engine/stand-in-inngest";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { closeServer, listen } from "@/server/testing/listen";
import { waitUntil } from "@/server/testing/wait-until";
import { deliveryQueue } from "../delivery-queue";
import { getConfiguredInngest } from "../keys";
import { handleInngest } from "../mount";
import { InngestWatch } from "../watch-inngest";

withTestDatabase();
allowLocalhost();

const KEYS = { eventKey: "abcd", signingKey: "ef01".repeat(16) };
/** From an event to its call, as a real Inngest on two busy cores has it. */
const DELAY_MS = 300;
const SUBSCRIPTIONS = 4;
const OF_EACH = 600;
const PER_SECOND = 130;

test(`a tenant gets ${PER_SECOND} webhooks a second if runs begin after ${DELAY_MS} ms`, async (t) => {
  const app = createServer(getRequestListener(handleInngest, { overrideGlobalObjects: false }));
  const port = await listen(app);
  const standIn = await new StandInInngest({ ...KEYS, isCutOff: false, isListed: true, delayMs: DELAY_MS }).start();
  Object.assign(process.env, {
    INNGEST_BASE_URL: standIn.baseUrl,
    INNGEST_EVENT_KEY: KEYS.eventKey,
    INNGEST_SIGNING_KEY: KEYS.signingKey,
    INNGEST_SERVE_ORIGIN: `http://127.0.0.1:${port}`,
  });
  const configured = getConfiguredInngest();
  assert.ok(configured);
  const watch = new InngestWatch({ configured, isWorker: true });
  watch.start();
  t.after(async () => {
    bindDeliveryQueue(null);
    watch.stop();
    await standIn.close();
    await closeServer(app);
  });
  await waitUntil("the functions are registered", () => standIn.registered.length > 0);
  const receiver = await startReceiver();
  const { tenant, deliveryId, subscriptionId } = await createTestDelivery(receiver.url);
  const ids = [subscriptionId];
  while (ids.length < SUBSCRIPTIONS) ids.push((await subscribe(tenant, { url: receiver.url })).row.id);
  await queryTestDatabase(
    `INSERT INTO webhook_deliveries (id, subscription_id, event_id, event_type, sequence, created_at, next_attempt_at)
      SELECT substr(md5(s.id || n), 1, 17), s.id, d.event_id, d.event_type, d.sequence, d.created_at, d.next_attempt_at
      FROM webhook_deliveries d, unnest($2::text[]) s (id), generate_series(1, $3::integer) n WHERE d.id = $1`,
    [deliveryId, ids, OF_EACH],
  );
  bindDeliveryQueue(deliveryQueue);
  wake("deliveries");
  await waitUntil("some of them", () => receiver.received.length > OF_EACH, 60_000);
  const [begun, before] = [performance.now(), receiver.received.length];
  const all = SUBSCRIPTIONS * OF_EACH + 1;
  await waitUntil("all but the last", () => receiver.received.length >= all - OF_EACH / 2, 60_000);
  const perSecond = ((receiver.received.length - before) * 1_000) / (performance.now() - begun);
  t.diagnostic(`${perSecond.toFixed(0)} a second`);
  assert.ok(perSecond >= PER_SECOND, `${perSecond.toFixed(0)} a second`);
});
