import { created, defineOperation, GET, ok, page } from "../operation";
import { formatSecretShown } from "../secret-shown";
import {
  CreateSubscriptionBody,
  Delivery,
  DeliveryList,
  EventList,
  EventRecord,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListSubscriptionsQuery,
  NextSecretBody,
  PathDelivery,
  PathEvent,
  PathSubscription,
  ReplayBody,
  ReplayRecord,
  RevokedSubscription,
  SendTestEventBody,
  Subscription,
  SubscriptionList,
  SubscriptionWithSecret,
  UpdateSubscriptionBody,
} from "./webhook-schemas";

const shared = { tag: "Webhooks", auth: "tenant" } as const;
const BEYOND = "An addition beyond the specification.";

const subscription = {
  id: "3Fq8rTBhLm5QdXc7K",
  url: "https://shop.example.com/webhooks",
  events: ["authorization.approved", "authorization.captured"],
  description: "Orders",
  merchant: null,
  status: "active",
  secretLast4: "w3Zk",
  secretSince: null,
  nextSecretLast4: null,
  nextSecretAt: null,
  failureCount: 0,
  lastDelivery: null,
  created: "2026-11-21T09:30:00.000Z",
  updated: null,
};
const withSecret = { ...subscription, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLw3Z" };
const delivery = {
  id: "3Fq8rTDw2Lk9VbN4h",
  event: "authorization.approved",
  eventId: "3Fq8rTEv8Mk5WcZ9R",
  url: "https://shop.example.com/webhooks",
  attempt: 1,
  status: "Webhook Failed",
  responseCode: 503,
  error: "The receiver answered 503.",
  created: "2026-11-21T09:31:00.000Z",
  scheduledAt: "2026-11-21T09:31:00.000Z",
  deliveredAt: null,
  nextRetryAt: "2026-11-21T09:32:00.000Z",
};

const payload = {
  id: "4821907",
  recordId: "3Fq8rT2kZb7Wn4XsD",
  amount: 12.5,
  currency: "USD",
  approvalCode: "123456",
  card: "3Fq8rR8mTc4Vp6KdJ",
  merchant: "3Fq8rPw5Xd2Gh9LtB",
  channel: "CHANeCommerce0001",
  event: "authorization.approved",
  eventId: "3Fq8rTEv8Mk5WcZ9R",
  createdAt: "2026-11-21T09:31:00.000Z",
  sequence: 1,
  environment: "live",
  merchantReference: "order-1001",
  metadata: { table: "7" },
  instrument: "card",
  member: "3Fq8rM4nJc8Vb6QyF",
  account: "3Fq8rAc8Wn5Jd2LxG",
  transactionId: null,
  refundId: null,
  parentAuthorization: null,
};
const listedDeliveries = { data: [{ ...delivery, payload }], hasMore: false };
const event = {
  id: "3Fq8rTEv8Mk5WcZ9R",
  type: "authorization.approved",
  recordId: payload.recordId,
  merchant: payload.merchant,
  sequence: 1,
  payload,
  createdAt: payload.createdAt,
};
const replay = {
  id: "3Fq8rTRp6Hd4YbN2Q",
  state: "running",
  total: 120,
  done: 40,
  delivered: 31,
  failed: 2,
  exhausted: 0,
  skipped: 0,
  since: "2026-11-21T06:00:00.000Z",
  until: "2026-11-21T09:00:00.000Z",
  status: ["Webhook Missed", "Webhook Failed", "Webhook Retry Exhausted"],
  types: ["authorization.approved", "authorization.captured"],
  createdAt: "2026-11-21T10:00:00.000Z",
  finishedAt: null,
};

const ROTATE = { method: "POST", path: "/v1/webhook-subscriptions/{id}/rotate-secret" } as const;
const rotating = { contract: ROTATE, params: { id: subscription.id } };

export const createSubscription = defineOperation({
  ...shared,
  id: "createWebhookSubscription",
  method: "POST",
  path: "/v1/webhook-subscriptions",
  summary: "Subscribe to events",
  description:
    "The signing secret is shown in this response only. A tenant can have at most 50 subscriptions that aren’t revoked.",
  idempotency: "required",
  body: {
    schema: CreateSubscriptionBody,
    example: { url: subscription.url, events: subscription.events, description: subscription.description },
  },
  responses: created("Subscribed.", SubscriptionWithSecret, withSecret, {
    without: "the secret",
    example: { ...subscription, secretShown: formatSecretShown("The secret", rotating) },
  }),
  errors: ["subscription_limit_reached", "invalid_reference"],
});

export const listSubscriptions = defineOperation({
  ...shared,
  id: "listWebhookSubscriptions",
  ...GET,
  path: "/v1/webhook-subscriptions",
  summary: "List subscriptions",
  description: "The tenant’s subscriptions, newest first.",
  query: ListSubscriptionsQuery,
  responses: page(SubscriptionList, [subscription]),
  errors: ["invalid_reference"],
});

export const getSubscription = defineOperation({
  ...shared,
  id: "getWebhookSubscription",
  ...GET,
  path: "/v1/webhook-subscriptions/{id}",
  summary: "Get a subscription",
  description: "Never the secret.",
  params: PathSubscription,
  responses: ok("The subscription.", Subscription, subscription),
  errors: ["subscription_not_found"],
});

export const updateSubscription = defineOperation({
  ...shared,
  id: "updateWebhookSubscription",
  method: "PATCH",
  path: "/v1/webhook-subscriptions/{id}",
  summary: "Change, pause or reactivate a subscription",
  description:
    "A paused subscription sends nothing and misses new events. Deliveries already in progress continue once it is active again. `status: active` resets failureCount to 0.",
  idempotency: "optional",
  params: PathSubscription,
  body: { schema: UpdateSubscriptionBody, example: { events: ["authorization.approved", "authorization.declined"] } },
  responses: ok("Changed.", Subscription, {
    ...subscription,
    events: ["authorization.approved", "authorization.declined"],
  }),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const revokeSubscription = defineOperation({
  ...shared,
  id: "revokeWebhookSubscription",
  method: "DELETE",
  path: "/v1/webhook-subscriptions/{id}",
  summary: "Revoke a subscription",
  description: "It gets no new deliveries; those in progress are still attempted. Revoking twice isn’t an error.",
  idempotency: "optional",
  params: PathSubscription,
  responses: ok("Revoked.", RevokedSubscription, { id: subscription.id, revoked: true }),
  errors: ["subscription_not_found"],
});

export const rotateSecret = defineOperation({
  ...shared,
  id: "rotateWebhookSecret",
  ...ROTATE,
  summary: "Replace the signing secret",
  description:
    "The old secret stops working immediately. Every later attempt, including retries, is signed with the new one.",
  idempotency: "optional",
  params: PathSubscription,
  responses: ok("The new secret, shown once.", SubscriptionWithSecret, withSecret),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const makeNextSecret = defineOperation({
  ...shared,
  id: "makeNextWebhookSecret",
  method: "POST",
  path: "/v1/webhook-subscriptions/{id}/next-secret",
  summary: "Rotate the signing secret without a gap",
  description:
    "Shows the next secret now. Until `at`, deliveries are signed with both: `webhook-signature` carries two signatures. `X-SVC-Signature` carries one, and switches to the next secret at that moment. Calling it again replaces a secret that hasn’t taken over yet.",
  idempotency: "optional",
  params: PathSubscription,
  body: { schema: NextSecretBody, isOptional: true, example: {} },
  responses: ok("The next secret, shown once.", SubscriptionWithSecret, {
    ...withSecret,
    nextSecretLast4: "Lw3Z",
    nextSecretAt: "2026-11-22T09:30:00.000Z",
  }),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const listDeliveries = defineOperation({
  ...shared,
  id: "listWebhookDeliveries",
  ...GET,
  path: "/v1/webhook-subscriptions/{id}/deliveries",
  summary: "List deliveries",
  description: "The subscription’s deliveries, newest first, each with the body it posts.",
  params: PathSubscription,
  query: ListDeliveriesQuery,
  responses: ok("A page.", DeliveryList, listedDeliveries),
  errors: ["subscription_not_found", "invalid_reference"],
});

const replayPath = { ...shared, path: "/v1/webhook-subscriptions/{id}/replay", params: PathSubscription } as const;

export const replayEvents = defineOperation({
  ...replayPath,
  id: "replayWebhookEvents",
  method: "POST",
  summary: "Send events again",
  description: `After an outage or a pause: sends the events of a time span again, oldest first, alongside new ones. A delivery keeps its id (\`webhook-id\`), so deduplicate as always; a missed event gets a new one. With \`preview\` it only counts. ${BEYOND}`,
  idempotency: "optional",
  body: { schema: ReplayBody, isOptional: true, example: { status: ["Webhook Missed", "Webhook Retry Exhausted"] } },
  responses: {
    201: { description: "Started. GET returns its progress.", schema: ReplayRecord, example: replay },
    200: {
      description: "The preview, or the earlier response for this Idempotency-Key.",
      schema: ReplayRecord,
      example: { ...replay, id: null, state: "preview", done: 0, delivered: 0, failed: 0, exhausted: 0 },
    },
  },
  errors: ["subscription_not_found", "subscription_paused", "subscription_revoked", "replay_running"],
});

export const getReplay = defineOperation({
  ...replayPath,
  id: "getWebhookReplay",
  ...GET,
  summary: "Get the newest replay",
  description: `Returns its progress, and what has failed. ${BEYOND}`,
  responses: ok("The replay.", ReplayRecord, replay),
  errors: ["subscription_not_found", "replay_not_found"],
});

export const cancelReplay = defineOperation({
  ...replayPath,
  id: "cancelWebhookReplay",
  method: "DELETE",
  summary: "Cancel the replay",
  description: `Deliveries already due are still sent. Canceling a finished replay has no effect. ${BEYOND}`,
  idempotency: "optional",
  responses: ok("Canceled.", ReplayRecord, { ...replay, state: "stopped", skipped: 80, finishedAt: replay.createdAt }),
  errors: ["subscription_not_found", "replay_not_found"],
});

export const listEvents = defineOperation({
  ...shared,
  id: "listEvents",
  ...GET,
  path: "/v1/events",
  summary: "List events",
  description: `Events of the last 30 days, newest first, as they were or would have been sent, whether or not anyone subscribed. ${BEYOND}`,
  query: ListEventsQuery,
  responses: page(EventList, [event]),
  errors: ["invalid_reference"],
});

export const getEvent = defineOperation({
  ...shared,
  id: "getEvent",
  ...GET,
  path: "/v1/events/{id}",
  summary: "Get an event",
  description: `Returns one of the last 30 days. ${BEYOND}`,
  params: PathEvent,
  responses: ok("The event.", EventRecord, event),
  errors: ["event_not_found"],
});

export const sendTestEvent = defineOperation({
  ...shared,
  id: "sendTestWebhook",
  method: "POST",
  path: "/v1/webhook-subscriptions/{id}/test",
  summary: "Send a sample event",
  description: `Delivers made-up data with \`test: true\` like any event: signed, retried, listed. ${BEYOND}`,
  idempotency: "optional",
  params: PathSubscription,
  body: { schema: SendTestEventBody, isOptional: true, example: { event: "authorization.approved" } },
  responses: {
    201: {
      description: "On its way.",
      schema: Delivery,
      example: { ...delivery, attempt: 0, status: "Webhook Pending", responseCode: null, error: null },
    },
    200: { description: "The earlier response for this Idempotency-Key.", schema: Delivery, example: delivery },
  },
  errors: ["subscription_not_found", "subscription_paused", "subscription_revoked"],
});

export const retryDelivery = defineOperation({
  ...shared,
  id: "retryWebhookDelivery",
  method: "POST",
  path: "/v1/webhook-subscriptions/{id}/deliveries/{deliveryId}/retry",
  summary: "Retry a delivery now",
  description: `Retries the delivery now. If all attempts are used up, makes one more. ${BEYOND}`,
  idempotency: "optional",
  params: PathDelivery,
  responses: ok("Due now.", Delivery, delivery),
  errors: [
    "subscription_not_found",
    "delivery_not_found",
    "delivery_not_retryable",
    "subscription_paused",
    "subscription_revoked",
  ],
});
