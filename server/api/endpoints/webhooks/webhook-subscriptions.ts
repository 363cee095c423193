import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import {
  createSubscription,
  getSubscription,
  listDeliveries,
  listSubscriptions,
  makeNextSecret,
  retryDelivery,
  revokeSubscription,
  rotateSecret,
  sendTestEvent,
  updateSubscription,
} from "@/server/domain/webhooks";
import {
  presentDelivery,
  presentList,
  presentSubscription,
  presentSubscriptionWithSecret,
} from "@/server/presenters/rest/webhooks";
import { withConnectionOfCaller } from "./with-connection-of-caller";

export const createSubscriptionEndpoint = withConnectionOfCaller(
  tenantEndpoint({
    contract: contracts.createSubscription,
    input: ({ body }) => ({ url: body.url, events: body.events, description: body.description ?? null }),
    execute: createSubscription,
    present: (created) => answer(201, presentSubscriptionWithSecret(created)),
    onceOnly: ["secret"],
  }),
);

export const listSubscriptionsEndpoint = tenantEndpoint({
  contract: contracts.listSubscriptions,
  input: ({ query }) => ({
    limit: query.limit,
    cursor: query.starting_after === undefined ? null : { startingAfter: query.starting_after },
    status: query.status ?? null,
  }),
  execute: listSubscriptions,
  present: (page) => answer(200, presentList(page, presentSubscription)),
});

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
  onceOnly: ["secret"],
});

export const makeNextSecretEndpoint = tenantEndpoint({
  contract: contracts.makeNextSecret,
  input: ({ params, body }) => ({ id: params.id, at: body.at === undefined ? null : new Date(body.at) }),
  execute: makeNextSecret,
  present: (made) => answer(200, presentSubscriptionWithSecret(made)),
  onceOnly: ["secret"],
});

export const listDeliveriesEndpoint = tenantEndpoint({
  contract: contracts.listDeliveries,
  input: ({ params, query }) => ({
    subscriptionId: params.id,
    limit: query.limit,
    cursor: query.starting_after === undefined ? null : { startingAfter: query.starting_after },
    eventType: query.event ?? null,
  }),
  execute: listDeliveries,
  present: (page) => answer(200, presentList(page, presentDelivery)),
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
