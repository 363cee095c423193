import { answer, merchantEndpoint, tenantEndpoint } from "@/server/api/kit/endpoint";
import { merchantList, tenantList } from "@/server/api/kit/list-endpoint";
import type { Replacing } from "@/server/contracts/rest/secret-shown";
import * as ofMerchant from "@/server/contracts/rest/webhooks/merchant-webhooks";
import * as ofTenant from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import {
  cancelReplay,
  createSubscription,
  eventList,
  getEvent,
  getReplay,
  getSubscription,
  type ListedEvent,
  makeNextSecret,
  replayEvents,
  retryDelivery,
  revokeSubscription,
  rotateSecret,
  type ShownDelivery,
  type ShownReplay,
  type SubscriptionRow,
  type SubscriptionWithSecret,
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

// A tenant names what it means in the path, a merchant in the body; all else is the same.

interface Named {
  readonly id: string;
}

function replacedBy(contract: Replacing["contract"]) {
  const isInPath = contract.path.includes("{id}");
  const replacing = ({ id }: Named): Replacing => ({ contract, ...(isInPath ? { params: { id } } : { body: { id } }) });
  return { field: "secret", what: "The secret", replacing };
}

const momentOf = (at: string | undefined) => (at === undefined ? null : new Date(at));
const presentShown = (row: SubscriptionRow) => answer(200, presentSubscription(row));
const presentSecret = (made: SubscriptionWithSecret) => answer(200, presentSubscriptionWithSecret(made));
const presentReplay = (replay: ShownReplay) => answer(200, presentEventReplay(replay));

const creating = {
  execute: createSubscription,
  present: (created: SubscriptionWithSecret) => answer(201, presentSubscriptionWithSecret(created)),
};
const getting = { execute: getSubscription, present: presentShown };
const updating = { execute: updateSubscription, present: presentShown };
const revoking = {
  execute: revokeSubscription,
  present: ({ id }: Named) => answer(200, { id, revoked: true as const }),
};
const rotating = { execute: rotateSecret, present: presentSecret };
const makingNext = { execute: makeNextSecret, present: presentSecret };
const retrying = { execute: retryDelivery, present: (row: ShownDelivery) => answer(200, presentDelivery(row)) };
const replaying = {
  execute: replayEvents,
  present: (replay: ShownReplay) => answer(replay.id === null ? 200 : 201, presentEventReplay(replay)),
};
const gettingReplay = { execute: getReplay, present: presentReplay };
const cancelingReplay = { execute: cancelReplay, present: presentReplay };
const gettingEvent = { execute: getEvent, present: (event: ListedEvent) => answer(200, presentEventRecord(event)) };

export const createSubscriptionEndpoint = withConnectionOfCaller(
  tenantEndpoint({
    contract: ofTenant.createSubscription,
    input: ({ body: { url, events, description = null, merchant = null } }) => ({ url, events, description, merchant }),
    secret: replacedBy(ofTenant.rotateSecret),
    ...creating,
  }),
);
export const createOwnSubscriptionEndpoint = withConnectionOfCaller(
  merchantEndpoint({
    contract: ofMerchant.createOwnSubscription,
    input: ({ body: { url, events, description = null } }) => ({ url, events, description }),
    secret: replacedBy(ofMerchant.rotateOwnSecret),
    ...creating,
  }),
);

export const listSubscriptionsEndpoint = tenantList(ofTenant.listSubscriptions, subscriptionList, presentSubscription);
export const listOwnSubscriptionsEndpoint = merchantList(
  ofMerchant.listOwnSubscriptions,
  subscriptionList,
  presentSubscription,
);

export const getSubscriptionEndpoint = tenantEndpoint({
  contract: ofTenant.getSubscription,
  input: ({ params }) => params,
  ...getting,
});
export const getOwnSubscriptionEndpoint = merchantEndpoint({
  contract: ofMerchant.getOwnSubscription,
  input: ({ body }) => body,
  ...getting,
});

export const updateSubscriptionEndpoint = withConnectionOfCaller(
  tenantEndpoint({
    contract: ofTenant.updateSubscription,
    input: ({ params, body }) => ({ ...params, ...body }),
    ...updating,
  }),
);
export const updateOwnSubscriptionEndpoint = withConnectionOfCaller(
  merchantEndpoint({ contract: ofMerchant.updateOwnSubscription, input: ({ body }) => body, ...updating }),
);

export const revokeSubscriptionEndpoint = tenantEndpoint({
  contract: ofTenant.revokeSubscription,
  input: ({ params }) => params,
  ...revoking,
});
export const deleteOwnSubscriptionEndpoint = merchantEndpoint({
  contract: ofMerchant.deleteOwnSubscription,
  input: ({ body }) => body,
  ...revoking,
});

export const rotateSecretEndpoint = tenantEndpoint({
  contract: ofTenant.rotateSecret,
  input: ({ params }) => params,
  secret: replacedBy(ofTenant.rotateSecret),
  ...rotating,
});
export const rotateOwnSecretEndpoint = merchantEndpoint({
  contract: ofMerchant.rotateOwnSecret,
  input: ({ body }) => body,
  secret: replacedBy(ofMerchant.rotateOwnSecret),
  ...rotating,
});

export const makeNextSecretEndpoint = tenantEndpoint({
  contract: ofTenant.makeNextSecret,
  input: ({ params: { id }, body }) => ({ id, at: momentOf(body.at) }),
  secret: replacedBy(ofTenant.makeNextSecret),
  ...makingNext,
});
export const makeOwnNextSecretEndpoint = merchantEndpoint({
  contract: ofMerchant.makeOwnNextSecret,
  input: ({ body: { id, at } }) => ({ id, at: momentOf(at) }),
  secret: replacedBy(ofMerchant.makeOwnNextSecret),
  ...makingNext,
});

export const listDeliveriesEndpoint = tenantList(ofTenant.listDeliveries, deliveriesOf, presentDeliveryWithPayload);
export const listOwnDeliveriesEndpoint = merchantList(
  ofMerchant.listOwnDeliveries,
  deliveriesOf,
  presentDeliveryWithPayload,
);

export const retryDeliveryEndpoint = tenantEndpoint({
  contract: ofTenant.retryDelivery,
  input: ({ params: { id: subscriptionId, deliveryId } }) => ({ subscriptionId, deliveryId }),
  ...retrying,
});
export const retryOwnDeliveryEndpoint = merchantEndpoint({
  contract: ofMerchant.retryOwnDelivery,
  input: ({ body: { id: subscriptionId, deliveryId } }) => ({ subscriptionId, deliveryId }),
  ...retrying,
});

export const replayEventsEndpoint = tenantEndpoint({
  contract: ofTenant.replayEvents,
  input: ({ params, body }) => readReplay(params.id, body),
  ...replaying,
});
export const replayOwnEventsEndpoint = merchantEndpoint({
  contract: ofMerchant.replayOwnEvents,
  input: ({ body }) => readReplay(body.id, body),
  ...replaying,
});

export const getReplayEndpoint = tenantEndpoint({
  contract: ofTenant.getReplay,
  input: ({ params }) => ({ subscriptionId: params.id }),
  ...gettingReplay,
});
export const getOwnReplayEndpoint = merchantEndpoint({
  contract: ofMerchant.getOwnReplay,
  input: ({ body }) => ({ subscriptionId: body.id }),
  ...gettingReplay,
});

export const cancelReplayEndpoint = tenantEndpoint({
  contract: ofTenant.cancelReplay,
  input: ({ params }) => ({ subscriptionId: params.id }),
  ...cancelingReplay,
});
export const cancelOwnReplayEndpoint = merchantEndpoint({
  contract: ofMerchant.cancelOwnReplay,
  input: ({ body }) => ({ subscriptionId: body.id }),
  ...cancelingReplay,
});

export const listEventsEndpoint = tenantList(ofTenant.listEvents, eventList, presentEventRecord);
export const listMerchantEventsEndpoint = merchantList(ofMerchant.listMerchantEvents, eventList, presentEventRecord);

export const getEventEndpoint = tenantEndpoint({
  contract: ofTenant.getEvent,
  input: ({ params }) => params,
  ...gettingEvent,
});
export const getMerchantEventEndpoint = merchantEndpoint({
  contract: ofMerchant.getMerchantEvent,
  input: ({ body }) => body,
  ...gettingEvent,
});

export const sendTestEventEndpoint = tenantEndpoint({
  contract: ofTenant.sendTestEvent,
  input: ({ params, body }) => ({ id: params.id, eventType: body.event ?? null }),
  execute: sendTestEvent,
  present: (delivery) => answer(201, presentDelivery(delivery)),
});
