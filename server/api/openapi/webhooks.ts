import { EVENT_TYPES } from "@/server/contracts/event-types";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { refTo } from "./schemas";
import { exampleOf } from "./webhook-examples";

const text = (name: string, description: string, example: string, pattern?: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", ...(pattern ? { pattern } : {}) },
  example,
});

/** Contract 6.2. */
const headers = (type: string, sequence: number) => [
  text("X-SVC-Event", "The event type.", type),
  text("X-SVC-Delivery", "Names the delivery, the same at every attempt: deduplicate by it.", "3Fq8rTDw2Lk9VbN4h"),
  text("X-SVC-Subscription", "The subscription that it goes to.", "3Fq8rTBhLm5QdXc7K"),
  text("X-SVC-Sequence", "As `sequence` in the body.", String(sequence), "^\\d+$"),
  text("X-SVC-Timestamp", "Unix seconds of this attempt.", "1795253400", "^\\d+$"),
  text(
    "X-SVC-Signature",
    "HMAC-SHA256 under the whole secret (`whsec_…`) over timestamp, a period and the raw body.",
    `sha256=${"5f1c0de4a7b39268".repeat(4)}`,
    "^sha256=[0-9a-f]{64}$",
  ),
  text(
    "Idempotency-Key",
    "Event type and the key of the request that caused it; a further cause under that key adds `:` and an id. No two events share one.",
    `${type}:order-1001`,
  ),
  text("webhook-id", "As X-SVC-Delivery, for verifiers of Standard Webhooks.", "3Fq8rTDw2Lk9VbN4h"),
  text("webhook-timestamp", "As X-SVC-Timestamp.", "1795253400"),
  text("webhook-signature", "Of Standard Webhooks.", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="),
];

export function describeWebhooks(): Record<string, object> {
  return Object.fromEntries(
    EVENT_TYPES.map((type) => {
      const { summary, description, schema } = WEBHOOK_EVENTS[type];
      const { sequence, body: example } = exampleOf(type);
      return [
        type,
        {
          post: {
            operationId: `on${type.replace(/(?:^|\.)(.)/g, (_, first: string) => first.toUpperCase())}`,
            tags: ["Webhooks"],
            summary,
            description,
            security: [],
            parameters: headers(type, sequence),
            requestBody: { required: true, content: { "application/json": { schema: refTo(schema), example } } },
            responses: {
              "2XX": { description: "Accepted within 10 seconds. The body is ignored." },
              "4XX": { description: "Failed, like any other status. The delivery is retried on schedule." },
            },
          },
        },
      ];
    }),
  );
}

export const WEBHOOK_SCHEMAS = Object.values(WEBHOOK_EVENTS).map(({ schema }) => schema);
