import * as own from "@/server/contracts/rest/webhooks/merchant-webhooks";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { made } from "./effects";
import type { Journey, Journeying } from "./journey";

const DAY_MS = 86_400_000;

async function replayAndRead({ client, world: { tenant: as } }: Journeying, id: string): Promise<void> {
  const params = { id };
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const types = ["payout.created" as const];
  await client.ask(contracts.replayEvents, { as, params, body: { since, types, preview: true } });
  await client.ask(contracts.replayEvents, { as, params, body: { since, types }, mayRefuse: ["replay_running"] });
  await client.ask(contracts.getReplay, { as, params, mayRefuse: ["replay_not_found"] });
  await client.ask(contracts.cancelReplay, { as, params, mayRefuse: ["replay_not_found"] });
  const events = await client.ask(contracts.listEvents, { as });
  const [event] = events?.data ?? [];
  if (event) await client.ask(contracts.getEvent, { as, params: { id: event.id } });
}

export const subscribeAtMerchant: Journey = async ({ client, world, receiver }) => {
  const as = client.random.pick(world.merchants);
  const subscription = await client.ask(own.createOwnSubscription, {
    as,
    body: { url: receiver.refusingUrl, events: ["payout.created"] },
    mayRefuse: ["subscription_limit_reached"],
    does: ({ id }) => made("subscription", id),
  });
  if (!subscription) return;
  const { id } = subscription;
  await client.ask(own.updateOwnSubscription, { as, body: { id, description: "again" } });
  await client.ask(own.makeOwnNextSecret, { as, body: { id } });
  await client.ask(own.rotateOwnSecret, { as, body: { id } });
  const read = await client.ask(own.getOwnSubscription, { as, body: { id } });
  if (read && read.merchant !== as.id) client.object(`subscription ${id} is of merchant ${read.merchant}`);
  await client.ask(own.listOwnSubscriptions, { as });
  await client.ask(own.listOwnDeliveries, { as, body: { id } });
  const sample = await client.ask(contracts.sendTestEvent, {
    as: world.tenant,
    params: { id },
    body: { event: "payout.created" },
    does: (sent) => made("sample", sent.id),
  });
  if (sample) await client.ask(own.retryOwnDelivery, { as, body: { id, deliveryId: sample.id } });
  await client.ask(own.replayOwnEvents, { as, body: { id }, mayRefuse: ["replay_running"] });
  await client.ask(own.getOwnReplay, { as, body: { id }, mayRefuse: ["replay_not_found"] });
  await client.ask(own.cancelOwnReplay, { as, body: { id }, mayRefuse: ["replay_not_found"] });
  const [event] = (await client.ask(own.listMerchantEvents, { as, body: {} }))?.data ?? [];
  if (event) await client.ask(own.getMerchantEvent, { as, body: { id: event.id } });
  await client.ask(own.deleteOwnSubscription, {
    as,
    body: { id },
    does: (gone) => made("revoked subscription", gone.id),
  });
};

/** All operations on a subscription whose receiver rejects everything. */
export const subscribe: Journey = async (on) => {
  const { client, world, receiver } = on;
  const as = world.tenant;
  const subscription = await client.ask(contracts.createSubscription, {
    as,
    // A rare event, so that few deliveries fail.
    body: { url: receiver.refusingUrl, events: ["authorization.declined"] },
    mayRefuse: ["subscription_limit_reached"],
    does: ({ id }) => made("subscription", id),
  });
  if (!subscription) return;
  const params = { id: subscription.id };
  await client.ask(contracts.updateSubscription, { as, params, body: { status: "paused" } });
  await client.ask(contracts.updateSubscription, { as, params, body: { status: "active", description: "again" } });
  await client.ask(contracts.makeNextSecret, { as, params });
  await client.ask(contracts.rotateSecret, { as, params });
  const sample = await client.ask(contracts.sendTestEvent, {
    as,
    params,
    body: { event: "authorization.declined" },
    does: ({ id }) => made("sample", id),
  });
  const read = await client.ask(contracts.getSubscription, { as, params });
  if (read && (read.status !== "active" || read.description !== "again")) {
    client.object(`subscription ${read.id} reads ${read.status} ${read.description}`);
  }
  const listed = await client.ask(contracts.listSubscriptions, { as });
  if (listed && !listed.data.some(({ id }) => id === subscription.id) && !listed.hasMore) {
    client.object(`subscription ${subscription.id} is in no list`);
  }
  const deliveries = await client.ask(contracts.listDeliveries, { as, params });
  if (sample && deliveries && !deliveries.hasMore && !deliveries.data.some(({ id }) => id === sample.id)) {
    client.object(`delivery ${sample.id} is in no list`);
  }
  if (sample) {
    await client.ask(contracts.retryDelivery, { as, params: { ...params, deliveryId: sample.id } });
  }
  await replayAndRead(on, subscription.id);
  await client.ask(contracts.revokeSubscription, {
    as,
    params,
    does: ({ id }) => made("revoked subscription", id),
  });
};
