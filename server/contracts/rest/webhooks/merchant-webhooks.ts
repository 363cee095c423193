import { z } from "zod";
import { created, defineOperation, ok, page } from "../operation";
import { CreatedField, pageInBody } from "../reading-back/list-fields";
import { formatSecretShown } from "../secret-shown";
import {
  CreateSubscriptionBody,
  DELIVERY_STATUSES,
  DeliveryList,
  EventTypeField,
  ListEventsBody,
  NextSecretBody,
  ReplayBody,
  ReplayFilter,
  RevokedSubscription,
  Subscription,
  SubscriptionList,
  SubscriptionWithSecret,
  UpdateSubscriptionBody,
} from "./webhook-schemas";
import * as ofTenant from "./webhook-subscriptions";

/** A merchant's own subscriptions, with ids in the body. They receive only the merchant's events. */
const shared = { auth: "merchant", method: "POST", tag: "Webhooks at the merchant" } as const;

const named = {
  id: z
    .string()
    .max(64)
    .meta({ description: "Id of the subscription.", examples: ["3Fq8rTBhLm5QdXc7K"] }),
};
const NamedSubscription = z.object(named).meta({ id: "NamedSubscription" });
const ownExample = { ...ofTenant.getSubscription.responses[200].example, merchant: "3Fq8rPw5Xd2Gh9LtB" };
const secretExample = { ...ofTenant.rotateSecret.responses[200].example, merchant: ownExample.merchant };
const body = { schema: NamedSubscription, example: { id: ownExample.id } } as const;

const ROTATE = { method: "POST", path: "/merchant/v1/webhook-subscriptions/rotate-secret" } as const;
const rotating = { contract: ROTATE, body: { id: ownExample.id } };

export const createOwnSubscription = defineOperation({
  ...shared,
  id: "createOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/create",
  summary: "Subscribe to events",
  description:
    "The signing secret is shown in this response only. A merchant can have at most 10 subscriptions that aren’t revoked.",
  idempotency: "required",
  body: {
    schema: CreateSubscriptionBody.omit({ merchant: true }).meta({ id: "CreateOwnWebhookSubscription" }),
    example: { url: ownExample.url, events: ownExample.events, description: ownExample.description },
  },
  responses: created("Subscribed.", SubscriptionWithSecret, secretExample, {
    without: "the secret",
    example: { ...ownExample, secretShown: formatSecretShown("The secret", rotating) },
  }),
  errors: ["subscription_limit_reached"],
});

export const listOwnSubscriptions = defineOperation({
  ...shared,
  id: "listOwnWebhookSubscriptions",
  path: "/merchant/v1/webhook-subscriptions/list",
  summary: "List subscriptions",
  description: "The merchant’s subscriptions, newest first.",
  idempotency: "none",
  body: {
    schema: z.object({ ...pageInBody, status: z.enum(["active", "paused", "revoked"]).optional() }).meta({
      id: "ListOwnWebhookSubscriptions",
    }),
    isOptional: true,
    example: { status: "active" },
  },
  responses: page(SubscriptionList, [ownExample]),
  errors: ["invalid_reference"],
});

export const getOwnSubscription = defineOperation({
  ...shared,
  id: "getOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/get",
  summary: "Get a subscription",
  description: "Never the secret.",
  idempotency: "none",
  body,
  responses: ok("The subscription.", Subscription, ownExample),
  errors: ["subscription_not_found"],
});

export const updateOwnSubscription = defineOperation({
  ...shared,
  id: "updateOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/update",
  summary: "Change, pause or reactivate a subscription",
  description: "A paused subscription sends nothing and misses new events. `status: active` resets failureCount to 0.",
  idempotency: "optional",
  body: {
    schema: UpdateSubscriptionBody.extend(named).meta({ id: "UpdateOwnWebhookSubscription" }),
    example: { id: ownExample.id, status: "paused" },
  },
  responses: ok("Changed.", Subscription, { ...ownExample, status: "paused" }),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const deleteOwnSubscription = defineOperation({
  ...shared,
  id: "deleteOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/delete",
  summary: "Revoke a subscription",
  description: "It gets no new deliveries; those in progress are still attempted. Revoking twice isn’t an error.",
  idempotency: "optional",
  body,
  responses: ok("Revoked.", RevokedSubscription, { id: ownExample.id, revoked: true }),
  errors: ["subscription_not_found"],
});

export const rotateOwnSecret = defineOperation({
  ...shared,
  id: "rotateOwnWebhookSecret",
  ...ROTATE,
  summary: "Replace the signing secret",
  description: "The old secret stops working immediately.",
  idempotency: "optional",
  body,
  responses: ok("The new secret, shown once.", SubscriptionWithSecret, secretExample),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const makeOwnNextSecret = defineOperation({
  ...shared,
  id: "makeOwnNextWebhookSecret",
  path: "/merchant/v1/webhook-subscriptions/next-secret",
  summary: "Rotate the signing secret without a gap",
  description: "Shows the next secret now. Until `at`, deliveries are signed with both, as on /v1.",
  idempotency: "optional",
  body: { schema: NextSecretBody.extend(named).meta({ id: "OwnNextWebhookSecret" }), example: { id: ownExample.id } },
  responses: ok("The next secret, shown once.", SubscriptionWithSecret, {
    ...secretExample,
    nextSecretLast4: "Lw3Z",
    nextSecretAt: "2026-11-22T09:30:00.000Z",
  }),
  errors: ["subscription_not_found", "subscription_revoked"],
});

export const listOwnDeliveries = defineOperation({
  ...shared,
  id: "listOwnWebhookDeliveries",
  path: "/merchant/v1/webhook-subscriptions/deliveries",
  summary: "List deliveries",
  description: "Deliveries of one of the merchant’s subscriptions, newest first, each with the body it posts.",
  idempotency: "none",
  body: {
    schema: z
      .object({
        ...pageInBody,
        ...named,
        event: EventTypeField.optional(),
        status: z.enum(DELIVERY_STATUSES).optional(),
        replay: ReplayFilter,
        created: CreatedField,
      })
      .meta({ id: "ListOwnWebhookDeliveries" }),
    example: { id: ownExample.id, status: "Webhook Failed" },
  },
  responses: ok("A page.", DeliveryList, ofTenant.listDeliveries.responses[200].example),
  errors: ["subscription_not_found", "invalid_reference"],
});

export const retryOwnDelivery = defineOperation({
  ...shared,
  id: "retryOwnWebhookDelivery",
  path: "/merchant/v1/webhook-subscriptions/retry-delivery",
  summary: "Retry a delivery now",
  description: ofTenant.retryDelivery.description,
  idempotency: "optional",
  body: {
    schema: z
      .object({ ...named, deliveryId: z.string().max(64).meta({ description: "Id of the delivery." }) })
      .meta({ id: "RetryOwnWebhookDelivery" }),
    example: { id: ownExample.id, deliveryId: ofTenant.retryDelivery.responses[200].example.id },
  },
  responses: ofTenant.retryDelivery.responses,
  errors: ofTenant.retryDelivery.errors,
});

export const replayOwnEvents = defineOperation({
  ...shared,
  id: "replayOwnWebhookEvents",
  path: "/merchant/v1/webhook-subscriptions/replay",
  summary: "Send events again",
  description: `${ofTenant.replayEvents.description} Only the merchant’s own events are sent.`,
  idempotency: "optional",
  body: {
    schema: ReplayBody.extend(named).meta({ id: "ReplayOwnWebhooks" }),
    example: { id: ownExample.id, ...ofTenant.replayEvents.body.example },
  },
  responses: ofTenant.replayEvents.responses,
  errors: ofTenant.replayEvents.errors,
});

export const getOwnReplay = defineOperation({
  ...shared,
  id: "getOwnWebhookReplay",
  path: "/merchant/v1/webhook-subscriptions/get-replay",
  summary: "Get the newest replay",
  description: ofTenant.getReplay.description,
  idempotency: "none",
  body,
  responses: ofTenant.getReplay.responses,
  errors: ofTenant.getReplay.errors,
});

export const cancelOwnReplay = defineOperation({
  ...shared,
  id: "cancelOwnWebhookReplay",
  path: "/merchant/v1/webhook-subscriptions/cancel-replay",
  summary: "Cancel the replay",
  description: ofTenant.cancelReplay.description,
  idempotency: "optional",
  body,
  responses: ofTenant.cancelReplay.responses,
  errors: ofTenant.cancelReplay.errors,
});

export const listMerchantEvents = defineOperation({
  ...shared,
  id: "listMerchantEvents",
  path: "/merchant/v1/events/list",
  summary: "List events",
  description:
    "The merchant’s events of the last 30 days, newest first, as they were or would have been sent, whether or not it subscribed. If your tenant has many events, narrow `created` to speed this up.",
  idempotency: "none",
  body: { schema: ListEventsBody, isOptional: true, example: { type: "authorization.captured" } },
  responses: ofTenant.listEvents.responses,
  errors: ofTenant.listEvents.errors,
});

export const getMerchantEvent = defineOperation({
  ...shared,
  id: "getMerchantEvent",
  path: "/merchant/v1/events/get",
  summary: "Get an event",
  description: ofTenant.getEvent.description,
  idempotency: "none",
  body: {
    schema: z.object({ id: z.string().max(64).meta({ description: "Id of the event." }) }).meta({ id: "NamedEvent" }),
    example: { id: ofTenant.getEvent.responses[200].example.id },
  },
  responses: ofTenant.getEvent.responses,
  errors: ofTenant.getEvent.errors,
});
