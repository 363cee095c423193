import { z } from "zod";
import { created, defineOperation, type OperationContract, ok, page } from "../operation";
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

type Same = "summary" | "description" | "idempotency" | "responses" | "errors";

/** A merchant's operation shares these parts with the tenant's. */
function like<C extends OperationContract>({ summary, description, idempotency, responses, errors }: C): Pick<C, Same> {
  return { summary, description, idempotency, responses, errors };
}

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
  ...like(ofTenant.listSubscriptions),
  id: "listOwnWebhookSubscriptions",
  path: "/merchant/v1/webhook-subscriptions/list",
  description: "The merchant’s subscriptions, newest first.",
  body: {
    schema: z.object({ ...pageInBody, status: z.enum(["active", "paused", "revoked"]).optional() }).meta({
      id: "ListOwnWebhookSubscriptions",
    }),
    isOptional: true,
    example: { status: "active" },
  },
  responses: page(SubscriptionList, [ownExample]),
});

export const getOwnSubscription = defineOperation({
  ...shared,
  ...like(ofTenant.getSubscription),
  id: "getOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/get",
  body,
  responses: ok("The subscription.", Subscription, ownExample),
});

export const updateOwnSubscription = defineOperation({
  ...shared,
  ...like(ofTenant.updateSubscription),
  id: "updateOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/update",
  description: "A paused subscription sends nothing and misses new events. `status: active` resets failureCount to 0.",
  body: {
    schema: UpdateSubscriptionBody.extend(named).meta({ id: "UpdateOwnWebhookSubscription" }),
    example: { id: ownExample.id, status: "paused" },
  },
  responses: ok("Changed.", Subscription, { ...ownExample, status: "paused" }),
});

export const deleteOwnSubscription = defineOperation({
  ...shared,
  ...like(ofTenant.revokeSubscription),
  id: "deleteOwnWebhookSubscription",
  path: "/merchant/v1/webhook-subscriptions/delete",
  body,
  responses: ok("Revoked.", RevokedSubscription, { id: ownExample.id, revoked: true }),
});

export const rotateOwnSecret = defineOperation({
  ...shared,
  ...like(ofTenant.rotateSecret),
  id: "rotateOwnWebhookSecret",
  ...ROTATE,
  description: "The old secret stops working immediately.",
  body,
  responses: ok("The new secret, shown once.", SubscriptionWithSecret, secretExample),
});

export const makeOwnNextSecret = defineOperation({
  ...shared,
  ...like(ofTenant.makeNextSecret),
  id: "makeOwnNextWebhookSecret",
  path: "/merchant/v1/webhook-subscriptions/next-secret",
  description: "Shows the next secret now. Until `at`, deliveries are signed with both, as on /v1.",
  body: { schema: NextSecretBody.extend(named).meta({ id: "OwnNextWebhookSecret" }), example: { id: ownExample.id } },
  responses: ok("The next secret, shown once.", SubscriptionWithSecret, {
    ...secretExample,
    nextSecretLast4: "Lw3Z",
    nextSecretAt: "2026-11-22T09:30:00.000Z",
  }),
});

export const listOwnDeliveries = defineOperation({
  ...shared,
  ...like(ofTenant.listDeliveries),
  id: "listOwnWebhookDeliveries",
  path: "/merchant/v1/webhook-subscriptions/deliveries",
  description: "Deliveries of one of the merchant’s subscriptions, newest first, each with the body it posts.",
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
});

export const retryOwnDelivery = defineOperation({
  ...shared,
  ...like(ofTenant.retryDelivery),
  id: "retryOwnWebhookDelivery",
  path: "/merchant/v1/webhook-subscriptions/retry-delivery",
  body: {
    schema: z
      .object({ ...named, deliveryId: z.string().max(64).meta({ description: "Id of the delivery." }) })
      .meta({ id: "RetryOwnWebhookDelivery" }),
    example: { id: ownExample.id, deliveryId: ofTenant.retryDelivery.responses[200].example.id },
  },
});

export const replayOwnEvents = defineOperation({
  ...shared,
  ...like(ofTenant.replayEvents),
  id: "replayOwnWebhookEvents",
  path: "/merchant/v1/webhook-subscriptions/replay",
  description: `${ofTenant.replayEvents.description} Only the merchant’s own events are sent.`,
  body: {
    schema: ReplayBody.extend(named).meta({ id: "ReplayOwnWebhooks" }),
    example: { id: ownExample.id, ...ofTenant.replayEvents.body.example },
  },
});

export const getOwnReplay = defineOperation({
  ...shared,
  ...like(ofTenant.getReplay),
  id: "getOwnWebhookReplay",
  path: "/merchant/v1/webhook-subscriptions/get-replay",
  body,
});

export const cancelOwnReplay = defineOperation({
  ...shared,
  ...like(ofTenant.cancelReplay),
  id: "cancelOwnWebhookReplay",
  path: "/merchant/v1/webhook-subscriptions/cancel-replay",
  body,
});

export const listMerchantEvents = defineOperation({
  ...shared,
  ...like(ofTenant.listEvents),
  id: "listMerchantEvents",
  path: "/merchant/v1/events/list",
  description:
    "The merchant’s events of the last 30 days, newest first, as they were or would have been sent, whether or not it subscribed. If your tenant has many events, narrow `created` to speed this up.",
  body: { schema: ListEventsBody, isOptional: true, example: { type: "authorization.captured" } },
});

export const getMerchantEvent = defineOperation({
  ...shared,
  ...like(ofTenant.getEvent),
  id: "getMerchantEvent",
  path: "/merchant/v1/events/get",
  body: {
    schema: z.object({ id: z.string().max(64).meta({ description: "Id of the event." }) }).meta({ id: "NamedEvent" }),
    example: { id: ofTenant.getEvent.responses[200].example.id },
  },
});
