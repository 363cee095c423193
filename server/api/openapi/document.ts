import type { z } from "zod";
import packageJson from "@/package.json";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import { ErrorBody } from "@/server/contracts/error-body";
import { EVENT_TYPES, type EventType, MERCHANT_EVENT_TYPES } from "@/server/contracts/event-types";
import { type OperationContract, TAGS } from "@/server/contracts/rest/operation";
import { WEBHOOK_EVENTS } from "@/server/contracts/rest/webhooks/webhook-events";
import { describeOperation } from "./operation";
import { componentSchemas, refTo } from "./schemas";
import { exampleOf } from "./webhook-examples";

const DESCRIPTION = `One payment network that is both acquirer and issuer.

Amounts are JSON numbers in the record’s currency. Times are ISO 8601 in UTC. A decline is a response with status 200,
never an HTTP error. Every response carries X-Request-Id. An unknown field is rejected with a 400 that suggests the closest known
one. Payments that require an amount ignore unknown fields and list them in X-Ignored-Fields.

Versioning: we add operations, parameters, headers, error codes, and response fields without notice, so ignore what you don’t
recognize. A string that may gain values lists the current ones in x-extensible-enum; an enum never changes. Within /v1 and
/merchant/v1 nothing is removed, renamed, or given another type or meaning; a deprecation is announced a year ahead with the headers
Deprecation (RFC 9745) and Sunset (RFC 8594). Details: docs/versioning.`;

function pathsOf(operations: readonly OperationContract[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const contract of operations) {
    paths[contract.path] = { ...paths[contract.path], [contract.method.toLowerCase()]: describeOperation(contract) };
  }
  return paths;
}

function answersOf({ responses }: OperationContract): z.ZodType[] {
  return [ErrorBody, ...Object.values(responses).map(({ schema }) => schema)];
}

function bodiesOf(operations: readonly OperationContract[]): z.ZodType[] {
  return operations.flatMap(({ body }) => (body ? [body.schema] : []));
}

interface Surface {
  readonly title: string;
  readonly summary: string;
  readonly operations: readonly OperationContract[];
  readonly securitySchemes: Readonly<Record<string, object>>;
  readonly webhooks: { readonly paths: Readonly<Record<string, object>>; readonly schemas: readonly z.ZodType[] };
}

const headerParameter = (name: string, description: string, example: string, pattern?: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string", ...(pattern ? { pattern } : {}) },
  example,
});

/** Headers of a delivery (contract 6.2). */
const deliveryHeaders = (type: string, sequence: number) => [
  headerParameter("X-SVC-Event", "The event type.", type),
  headerParameter(
    "X-SVC-Delivery",
    "Id of the delivery, the same for every attempt. Its signed copy is `webhook-id`.",
    "3Fq8rTDw2Lk9VbN4h",
  ),
  headerParameter("X-SVC-Subscription", "The subscription it is sent to.", "3Fq8rTBhLm5QdXc7K"),
  headerParameter("X-SVC-Sequence", "As `sequence` in the body.", String(sequence), "^[0-9]+$"),
  headerParameter("X-SVC-Timestamp", "Unix seconds of this attempt.", "1795253400", "^[0-9]+$"),
  headerParameter(
    "X-SVC-Signature",
    "HMAC-SHA256, keyed with the whole secret (`whsec_…`), over the timestamp, a period, and the raw body.",
    `sha256=${"5f1c0de4a7b39268".repeat(4)}`,
    "^sha256=[0-9a-f]{64}$",
  ),
  headerParameter(
    "Idempotency-Key",
    "The event type and the Idempotency-Key of the request that caused the event; a second event of the same type under that key adds `:` and an id. Unique for each event.",
    `${type}:order-1001`,
  ),
  headerParameter(
    "webhook-id",
    "As X-SVC-Delivery, and covered by `webhook-signature`. Use it to deduplicate.",
    "3Fq8rTDw2Lk9VbN4h",
  ),
  headerParameter("webhook-timestamp", "As X-SVC-Timestamp.", "1795253400"),
  headerParameter(
    "webhook-signature",
    "Of Standard Webhooks: HMAC-SHA256, keyed with the bytes after `whsec_`, over webhook-id, webhook-timestamp, and the raw body, with periods between.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

function describeWebhooks(types: readonly EventType[], tag: keyof typeof TAGS): Record<string, object> {
  return Object.fromEntries(
    types.map((type) => {
      const { summary, description, schema } = WEBHOOK_EVENTS[type];
      const { sequence, body: example } = exampleOf(type);
      return [
        type,
        {
          post: {
            operationId: `on${type.replace(/(?:^|\.)(.)/g, (_, first: string) => first.toUpperCase())}`,
            tags: [tag],
            summary,
            description,
            security: [],
            parameters: deliveryHeaders(type, sequence),
            requestBody: { required: true, content: { "application/json": { schema: refTo(schema), example } } },
            responses: {
              "2XX": { description: "Accepted within 10 seconds. The body is ignored." },
              "4XX": { description: "Failed, as for any other status. The delivery is retried on schedule." },
            },
          },
        },
      ];
    }),
  );
}

function webhooksOf(types: readonly EventType[], tag: keyof typeof TAGS): Surface["webhooks"] {
  return { paths: describeWebhooks(types, tag), schemas: types.map((type) => WEBHOOK_EVENTS[type].schema) };
}

/** Works on both surfaces. */
const TENANT_KEY = {
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "`pk_live_…` or `pk_test_…`." },
  secret: {
    type: "http",
    scheme: "bearer",
    description: "The secret that belongs to the X-API-Key: `sk_live_…` or `sk_test_…`.",
  },
};

const V1: Surface = {
  title: "Closed Loop",
  summary: "Authorize, capture, increment, void, and refund card payments.",
  operations: V1_OPERATIONS,
  securitySchemes: {
    ...TENANT_KEY,
    networkKey: {
      type: "http",
      scheme: "bearer",
      description:
        "A key of the network, which belongs to no tenant: `nk_live_…` or `nk_test_…`. Operators make it under Bank.",
    },
  },
  webhooks: webhooksOf(EVENT_TYPES, "Webhooks"),
};

const MERCHANT_V1: Surface = {
  title: "Closed Loop, Merchant API",
  summary: "Charge cards and payment codes, refund, and charge recurring authorizations as one merchant.",
  operations: MERCHANT_OPERATIONS,
  securitySchemes: {
    merchantKey: {
      type: "http",
      scheme: "bearer",
      description: "The merchant’s key, which also identifies the merchant: `mk_live_…` or `mk_test_…`.",
    },
    ...TENANT_KEY,
  },
  webhooks: webhooksOf(MERCHANT_EVENT_TYPES, "Webhooks at the merchant"),
};

function documentOf({ title, summary, operations, securitySchemes, webhooks }: Surface, serverUrl: string): object {
  const paths = pathsOf(operations);
  const tags = [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] }));
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: packageJson.version,
      summary,
      description: DESCRIPTION,
      contact: { name: "The operators of this network" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    tags,
    paths,
    webhooks: webhooks.paths,
    components: {
      securitySchemes,
      schemas: componentSchemas({
        sent: [...operations.flatMap(answersOf), ...webhooks.schemas],
        taken: bodiesOf(operations.filter(({ unknownFields }) => unknownFields !== "ignored")),
        lenient: bodiesOf(operations.filter(({ unknownFields }) => unknownFields === "ignored")),
      }),
    },
  };
}

export function v1Document(serverUrl = "/"): object {
  return documentOf(V1, serverUrl);
}

export function merchantV1Document(serverUrl = "/"): object {
  return documentOf(MERCHANT_V1, serverUrl);
}
