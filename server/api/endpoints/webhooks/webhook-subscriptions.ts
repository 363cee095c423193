import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import type { Replacing } from "@/server/contracts/rest/secret-shown";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import {
  cancelReplay,
  createSubscription,
  eventList,
  getEvent,
  getReplay,
  getSubscription,
  makeNextSecret,
  replayEvents,
  retryDelivery,
  revokeSubscription,
  rotateSecret,
  sendTestEvent,
  subscriptionList,
  updateSubscription,
} from "@/server/domain/webhooks";
import {
  presentDelivery,
  presentDeliveryWithPayload,
  presentEventRecord,
  presentEventReplay,
  presentSubscription,
  presentSubscriptionWithSecret,
} from "@/server/presenters/rest/webhooks";
import { deliveriesOf, readReplay } from "./read-words";
import { withConnectionOfCaller } from "./with-connection-of-caller";

function byReplacing(contract: Replacing["contract"]) {
  const replacing = ({ id }: { readonly id: string }): Replacing => ({ contract, params: { id } });
  return { field: "secret", what: "The secret", replacing };
}

export const createSubscriptionEndpoint = withConnectionOfCaller(
  tenantEndpoint({
    contract: contracts.createSubscription,
    input: ({ body }) => ({
      url: body.url,
      events: body.events,
      description: body.description ?? null,
      merchant: body.merchant ?? null,
    }),
    execute: createSubscription,
    present: (created) => answer(201, presentSubscriptionWithSecret(created)),
    secret: byReplacing(contracts.rotateSecret),
  }),
);

export const listSubscriptionsEndpoint = tenantList(contracts.listSubscriptions, subscriptionList, presentSubscription);

export const getSubscriptionEndpoint = tenantEndpoint({
  contract: contracts.getSubscription,
  input: ({ params }) => ({ id: params.id }),
  execute: getSubscription,
  present: (row) => answer(200, presentSubscription(row)),
});

export const updateSubscriptionEndpoint = withConnectionOfCaller(
  tenantEndpoint({
    contract: contracts.updateSubscription,
    input: ({ params, body }) => ({ id: params.id, ...body }),
    execute: updateSubscription,
    present: (row) => answer(200, presentSubscription(row)),
  }),
);

export const revokeSubscriptionEndpoint = tenantEndpoint({
  contract: contracts.revokeSubscription,
  input: ({ params }) => ({ id: params.id }),
  execute: revokeSubscription,
  present: ({ id }) => answer(200, { id, revoked: true as const }),
});

export const rotateSecretEndpoint = tenantEndpoint({
  contract: contracts.rotateSecret,
  input: ({ params }) => ({ id: params.id }),
  execute: rotateSecret,
  present: (rotated) => answer(200, presentSubscriptionWithSecret(rotated)),
  secret: byReplacing(contracts.rotateSecret),
});

export const makeNextSecretEndpoint = tenantEndpoint({
  contract: contracts.makeNextSecret,
  input: ({ params, body }) => ({ id: params.id, at: body.at === undefined ? null : new Date(body.at) }),
  execute: makeNextSecret,
  present: (made) => answer(200, presentSubscriptionWithSecret(made)),
  secret: byReplacing(contracts.makeNextSecret),
});

export const listDeliveriesEndpoint = tenantList(contracts.listDeliveries, deliveriesOf, presentDeliveryWithPayload);

export const replayEventsEndpoint = tenantEndpoint({
  contract: contracts.replayEvents,
  input: ({ params, body }) => readReplay(params.id, body),
  execute: replayEvents,
  present: (replay) => answer(replay.id === null ? 200 : 201, presentEventReplay(replay)),
});

export const getReplayEndpoint = tenantEndpoint({
  contract: contracts.getReplay,
  input: ({ params }) => ({ subscriptionId: params.id }),
  execute: getReplay,
  present: (replay) => answer(200, presentEventReplay(replay)),
});

export const cancelReplayEndpoint = tenantEndpoint({
  contract: contracts.cancelReplay,
  input: ({ params }) => ({ subscriptionId: params.id }),
  execute: cancelReplay,
  present: (replay) => answer(200, presentEventReplay(replay)),
});

export const listEventsEndpoint = tenantList(contracts.listEvents, eventList, presentEventRecord);

export const getEventEndpoint = tenantEndpoint({
  contract: contracts.getEvent,
  input: ({ params }) => ({ id: params.id }),
  execute: getEvent,
  present: (event) => answer(200, presentEventRecord(event)),
});

export const sendTestEventEndpoint = tenantEndpoint({
  contract: contracts.sendTestEvent,
  input: ({ params, body }) => ({ id: params.id, eventType: body.event ?? null }),
  execute: sendTestEvent,
  present: (delivery) => answer(201, presentDelivery(delivery)),
});

export const retryDeliveryEndpoint = tenantEndpoint({
  contract: contracts.retryDelivery,
  input: ({ params }) => ({ subscriptionId: params.id, deliveryId: params.deliveryId }),
  execute: retryDelivery,
  present: (delivery) => answer(200, presentDelivery(delivery)),
});
