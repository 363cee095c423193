import { z } from "zod";
import { EVENT_TYPES } from "@/server/contracts/event-types";
import { DateTimeField, growing, lineOfText, RecordIdField } from "@/server/contracts/fields";
import { CreatedField, pageInBody, pageInQuery, pageOf } from "../reading-back/list-fields";
import { secretShownField } from "../secret-shown";
import { EventIdField, WEBHOOK_EVENTS } from "./webhook-events";

export const DELIVERY_STATUSES = [
  "Webhook Pending",
  "Webhook Delivered",
  "Webhook Failed",
  "Webhook Retry Exhausted",
] as const;

export const EventTypeField = growing(EVENT_TYPES, {
  id: "EventType",
  description: "An event type; the webhooks guide lists them.",
});

const EventTypes = z
  .array(EventTypeField)
  .min(1)
  .max(50)
  .transform((types) => [...new Set(types)])
  .meta({ description: "Event types; at least one." });

const UrlInput = z.string().min(1).max(2048).meta({
  format: "uri",
  description:
    "A public https URL without credentials, on any port not reserved for another protocol (the webhooks guide lists them). `http://localhost` is for local development only.",
});

const description = lineOfText(256).nullable().optional();

export const PathSubscription = z.object({
  id: z.string().meta({ description: "Id of the subscription.", examples: ["3Fq8rTBhLm5QdXc7K"] }),
});

export const PathDelivery = PathSubscription.extend({
  deliveryId: z.string().meta({ description: "Id of the delivery.", examples: ["3Fq8rTDw2Lk9VbN4h"] }),
});

export const ListSubscriptionsQuery = z.object({
  ...pageInQuery,
  status: z.enum(["active", "paused", "revoked"]).optional(),
});

export const ReplayFilter = RecordIdField.optional().meta({ description: "Only deliveries that this replay sent." });

export const ListDeliveriesQuery = z.object({
  ...pageInQuery,
  event: EventTypeField.optional().meta({ description: "Only deliveries of this event type." }),
  status: z.enum(DELIVERY_STATUSES).optional(),
  replay: ReplayFilter,
  created: CreatedField,
});

/** Contract 2.9. */
export const CreateSubscriptionBody = z
  .object({
    url: UrlInput,
    events: EventTypes,
    description,
    merchant: RecordIdField.optional().meta({
      description: "One of the tenant’s merchants. The subscription then gets only that merchant’s events.",
    }),
  })
  .meta({ id: "CreateWebhookSubscription" });

/** Contract 2.9. */
export const UpdateSubscriptionBody = z
  .object({
    url: UrlInput.optional(),
    events: EventTypes.optional().meta({ description: "Replaces all event types." }),
    description: description.meta({ description: "Null removes it." }),
    status: z.enum(["active", "paused"]).optional(),
  })
  .meta({ id: "UpdateWebhookSubscription" });

const subscription = z.strictObject({
  id: RecordIdField,
  url: z.string(),
  events: z.array(EventTypeField),
  description: z.string().nullable(),
  merchant: RecordIdField.nullable().meta({
    description: "The merchant whose events it gets. Null: all of the tenant’s.",
  }),
  status: z.enum(["active", "paused", "revoked"]),
  secretLast4: z.string().length(4),
  secretSince: DateTimeField.nullable().meta({
    description: "When this secret became the only one to sign deliveries. Null for the first one.",
  }),
  nextSecretLast4: z.string().length(4).nullable().meta({
    description: "The next secret, which signs beside the current one until it takes over. Null if there is none.",
  }),
  nextSecretAt: DateTimeField.nullable().meta({ description: "When it follows." }),
  failureCount: z
    .int()
    .min(0)
    .meta({ description: "Deliveries in a row that failed after all attempts. At 50, the subscription is paused." }),
  lastDelivery: DateTimeField.nullable().meta({ description: "When the receiver last accepted a delivery." }),
  created: DateTimeField,
  updated: DateTimeField.nullable(),
});

/** Contract 2.9. */
export const Subscription = subscription.meta({ id: "WebhookSubscription" });

const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{32}$/)
  .optional()
  .meta({ description: "The secret that signs deliveries. Returned once, in the first response." });

/** Contract 2.9: the only responses that contain a secret. */
export const SubscriptionWithSecret = subscription
  .extend({ secret, ...secretShownField })
  .meta({ id: "WebhookSubscriptionWithSecret" });

export const NextSecretBody = z
  .object({
    at: DateTimeField.optional().meta({
      description: "When the next secret takes over: within 30 days. Defaults to 24 hours from now.",
    }),
  })
  .meta({ id: "NextWebhookSecret" });

export const RevokedSubscription = z
  .strictObject({ id: RecordIdField, revoked: z.literal(true) })
  .meta({ id: "RevokedWebhookSubscription" });

export const SubscriptionList = pageOf("WebhookSubscriptionList", Subscription);

const deliveryShape = z.strictObject({
  id: RecordIdField.meta({
    description:
      "Also sent as the headers X-SVC-Delivery and `webhook-id`; the latter is signed. Use it to deduplicate.",
  }),
  event: EventTypeField,
  eventId: EventIdField,
  url: z.string().meta({ description: "The URL of the last attempt, or of the first one to come." }),
  attempt: z.int().min(0).meta({ description: "Attempts made." }),
  status: z.enum(DELIVERY_STATUSES),
  responseCode: z.int().nullable().meta({ description: "The status of the last attempt’s response." }),
  error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
  created: DateTimeField.nullable(),
  scheduledAt: DateTimeField.nullable().meta({
    description: "When the last attempt was due, or when the first one is.",
  }),
  deliveredAt: DateTimeField.nullable(),
  nextRetryAt: DateTimeField.nullable().meta({ description: "When the next attempt is due." }),
});

/** Contract 2.10. */
export const Delivery = deliveryShape.meta({ id: "WebhookDelivery" });

const PAYLOADS = EVENT_TYPES.map((type) => WEBHOOK_EVENTS[type]);
const [FirstPayload, ...OtherPayloads] = PAYLOADS.map(({ schema }) => schema) as [PayloadSchema, ...PayloadSchema[]];
type PayloadSchema = z.ZodObject<{ event: z.ZodLiteral<string> }>;

/** Typed as the presenter makes it, one function for all types. */
const Payload = z.discriminatedUnion("event", [FirstPayload, ...OtherPayloads]).meta({
  id: "WebhookPayload",
  description: "The body as it is posted; `event` says which type. More types may be added.",
  discriminator: {
    propertyName: "event",
    mapping: Object.fromEntries(
      EVENT_TYPES.map((type) => [type, `#/components/schemas/${WEBHOOK_EVENTS[type].schemaId}`]),
    ),
  },
}) as unknown as z.ZodType<Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>>;

const ListedDelivery = deliveryShape.extend({ payload: Payload }).meta({ id: "ListedWebhookDelivery" });

export const DeliveryList = pageOf("WebhookDeliveryList", ListedDelivery);

export const PathEvent = z.object({
  id: z.string().meta({ description: "Id of the event.", examples: ["3Fq8rTEv8Mk5WcZ9R"] }),
});

const eventFilters = {
  type: EventTypeField.optional().meta({ description: "Only events of this type." }),
  recordId: RecordIdField.optional().meta({ description: "Only events about this record." }),
  created: CreatedField,
};

export const ListEventsQuery = z.object({ ...eventFilters, ...pageInQuery });

export const ListEventsBody = z.object({ ...eventFilters, ...pageInBody }).meta({ id: "ListEvents" });

export const EventRecord = z
  .strictObject({
    id: RecordIdField,
    type: EventTypeField,
    recordId: RecordIdField.nullable().meta({ description: "The record the event is about, as in the payload." }),
    merchant: RecordIdField.nullable(),
    sequence: z.int().min(1),
    payload: Payload,
    createdAt: DateTimeField,
  })
  .meta({ id: "EventRecord" });

export const EventList = pageOf("EventList", EventRecord);

const REPLAY_STATUSES = ["Webhook Missed", "Webhook Failed", "Webhook Retry Exhausted", "Webhook Delivered"] as const;

const ReplayStatuses = z.array(z.enum(REPLAY_STATUSES)).min(1).max(4);

export const ReplayBody = z
  .object({
    since: DateTimeField.optional().meta({
      description: "Only events from this time on, within the last 30 days. Defaults to 24 hours before `until`.",
    }),
    until: DateTimeField.optional().meta({ description: "Only events before this time. Defaults to now." }),
    status: ReplayStatuses.optional().meta({
      description:
        "The outcome of the events at this subscription. `Webhook Missed`: there was no delivery, because the subscription was paused, newer, or for other types. Defaults to all but `Webhook Delivered`.",
    }),
    types: z.array(EventTypeField).min(1).max(50).optional().meta({
      description: "Only events of these types. Defaults to the subscription’s.",
    }),
    preview: z.boolean().default(false).meta({ description: "Counts the events and sends nothing." }),
  })
  .meta({ id: "ReplayWebhooks" });

const ReplayedCount = z.int().min(0).nullable();
const BEFORE_COUNTS = "Null for a replay before version 0.4.";

export const ReplayRecord = z
  .strictObject({
    id: RecordIdField.nullable().meta({ description: "Null for a preview." }),
    state: growing(["preview", "running", "done", "stopped"], {
      description: "`stopped`: it was canceled, or the subscription is no longer active.",
    }),
    total: z.int().min(0).meta({ description: "Events to send, at most 10,000." }),
    done: z.int().min(0).meta({ description: "Events sent or due so far." }),
    delivered: ReplayedCount.meta({ description: `Of these, how many have arrived. ${BEFORE_COUNTS}` }),
    failed: ReplayedCount.meta({
      description: `Of these, how many have failed and will be retried. List them by \`replay\` and \`status\`. ${BEFORE_COUNTS}`,
    }),
    exhausted: ReplayedCount.meta({
      description: `Of these, how many have failed and won’t be retried. ${BEFORE_COUNTS}`,
    }),
    skipped: z.int().min(0).meta({
      description:
        "Of `total`, how many it ended without: a retry had delivered them meanwhile, or used their last attempt, or it was stopped before. 0 until it has ended.",
    }),
    since: DateTimeField.nullable().meta({
      description: "Null for a replay of failed deliveries started in the portal.",
    }),
    until: DateTimeField.nullable(),
    status: z.array(z.enum(REPLAY_STATUSES)),
    types: z.array(EventTypeField),
    createdAt: DateTimeField,
    finishedAt: DateTimeField.nullable(),
  })
  .meta({ id: "WebhookReplay" });

export const SendTestEventBody = z
  .object({
    event: EventTypeField.optional().meta({ description: "Defaults to the subscription’s first event type." }),
  })
  .meta({ id: "SendTestEvent" });
