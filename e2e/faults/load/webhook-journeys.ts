import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { made } from "./effects";
import type { Journey } from "./journey";

/** A subscription whose receiver takes nothing, through all that can be done with one. */
export const subscribe: Journey = async ({ client, world, receiver }) => {
  const as = world.tenant;
  const subscription = await client.ask(contracts.createSubscription, {
    as,
    // Of what few journeys do, so that few deliveries are tried in vain.
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
  await client.ask(contracts.revokeSubscription, {
    as,
    params,
    does: ({ id }) => made("revoked subscription", id),
  });
};
