import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { merchantList } from "@/server/api/kit/list-endpoint";
import type { Replacing } from "@/server/contracts/rest/secret-shown";
import * as contracts from "@/server/contracts/rest/webhooks/merchant-webhooks";
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
  const replacing = ({ id }: { readonly id: string }): Replacing => ({ contract, body: { id } });
  return { field: "secret", what: "The secret", replacing };
}

export const createOwnSubscriptionEndpoint = withConnectionOfCaller(
  merchantEndpoint({
    contract: contracts.createOwnSubscription,
    input: ({ body }) => ({ url: body.url, events: body.events, description: body.description ?? null }),
    execute: createSubscription,
    present: (created) => answer(201, presentSubscriptionWithSecret(created)),
    secret: byReplacing(contracts.rotateOwnSecret),
  }),
);

export const listOwnSubscriptionsEndpoint = merchantList(
  contracts.listOwnSubscriptions,
  subscriptionList,
  presentSubscription,
);

export const getOwnSubscriptionEndpoint = merchantEndpoint({
  contract: contracts.getOwnSubscription,
  input: ({ body }) => ({ id: body.id }),
  execute: getSubscription,
  present: (row) => answer(200, presentSubscription(row)),
});

export const updateOwnSubscriptionEndpoint = withConnectionOfCaller(
  merchantEndpoint({
    contract: contracts.updateOwnSubscription,
    input: ({ body }) => body,
    execute: updateSubscription,
    present: (row) => answer(200, presentSubscription(row)),
  }),
);

export const deleteOwnSubscriptionEndpoint = merchantEndpoint({
  contract: contracts.deleteOwnSubscription,
  input: ({ body }) => ({ id: body.id }),
  execute: revokeSubscription,
  present: ({ id }) => answer(200, { id, revoked: true as const }),
});

export const rotateOwnSecretEndpoint = merchantEndpoint({
  contract: contracts.rotateOwnSecret,
  input: ({ body }) => ({ id: body.id }),
  execute: rotateSecret,
  present: (rotated) => answer(200, presentSubscriptionWithSecret(rotated)),
  secret: byReplacing(contracts.rotateOwnSecret),
});

export const makeOwnNextSecretEndpoint = merchantEndpoint({
  contract: contracts.makeOwnNextSecret,
  input: ({ body }) => ({ id: body.id, at: body.at === undefined ? null : new Date(body.at) }),
  execute: makeNextSecret,
  present: (made) => answer(200, presentSubscriptionWithSecret(made)),
  secret: byReplacing(contracts.makeOwnNextSecret),
});

export const listOwnDeliveriesEndpoint = merchantList(
  contracts.listOwnDeliveries,
  deliveriesOf,
  presentDeliveryWithPayload,
);

export const retryOwnDeliveryEndpoint = merchantEndpoint({
  contract: contracts.retryOwnDelivery,
  input: ({ body }) => ({ subscriptionId: body.id, deliveryId: body.deliveryId }),
  execute: retryDelivery,
  present: (delivery) => answer(200, presentDelivery(delivery)),
});

export const replayOwnEventsEndpoint = merchantEndpoint({
  contract: contracts.replayOwnEvents,
  input: ({ body }) => readReplay(body.id, body),
  execute: replayEvents,
  present: (replay) => answer(replay.id === null ? 200 : 201, presentEventReplay(replay)),
});

export const getOwnReplayEndpoint = merchantEndpoint({
  contract: contracts.getOwnReplay,
  input: ({ body }) => ({ subscriptionId: body.id }),
  execute: getReplay,
  present: (replay) => answer(200, presentEventReplay(replay)),
});

export const cancelOwnReplayEndpoint = merchantEndpoint({
  contract: contracts.cancelOwnReplay,
  input: ({ body }) => ({ subscriptionId: body.id }),
  execute: cancelReplay,
  present: (replay) => answer(200, presentEventReplay(replay)),
});

export const listMerchantEventsEndpoint = merchantList(contracts.listMerchantEvents, eventList, presentEventRecord);

export const getMerchantEventEndpoint = merchantEndpoint({
  contract: contracts.getMerchantEvent,
  input: ({ body }) => ({ id: body.id }),
  execute: getEvent,
  present: (event) => answer(200, presentEventRecord(event)),
});
