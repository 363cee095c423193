import type { z } from "zod";
import { RECORD_ID } from "@/server/contracts/choices";
import { ErrorBody } from "@/server/contracts/error-body";
import { ERROR_CODES, type ErrorCode } from "@/server/contracts/errors";
import { errorCodesOf, isOfTenants, type OperationContract } from "@/server/contracts/rest/operation";
import { HTTP_STATUS } from "../kit/errors";
import { inlineSchema, refTo } from "./schemas";

const REPEATS = "A repeat with the same key returns the first response and isn’t executed again.";

function idempotencyKey({ idempotency }: OperationContract): object[] {
  if (idempotency === "none") return [];
  const advice = " Recommended: without a key, a repeated request holds or moves money a second time.";
  return [
    {
      name: "Idempotency-Key",
      in: "header",
      required: idempotency === "required",
      description: idempotency === "recommended" ? `${REPEATS}${advice}` : REPEATS,
      schema: { type: "string", minLength: 1, maxLength: 80 },
      example: "order-1001",
    },
  ];
}

const MERCHANT = [
  {
    name: "X-Merchant",
    in: "header",
    required: false,
    description:
      "For requests with a tenant’s key: record id of the merchant to act for. Don’t send it with a merchant’s key, which already identifies the merchant.",
    schema: { type: "string", pattern: RECORD_ID.source },
  },
];

const SIGNATURE = [
  {
    name: "X-Signature",
    in: "header",
    required: false,
    description:
      "Required if the API key enforces signing. HMAC-SHA256, keyed with the bearer secret, over the method, the path without query, X-Merchant if it’s sent, the timestamp, and the raw body, joined by line feeds.",
    schema: { type: "string", pattern: "^sha256=[0-9a-fA-F]{64}$" },
  },
  {
    name: "X-Timestamp",
    in: "header",
    required: false,
    description: "Unix seconds, at most 300 seconds off. Required with X-Signature.",
    schema: { type: "integer", format: "int64" },
  },
];

const REQUEST_ID = {
  "X-Request-Id": { description: "Identifies this request in our logs.", schema: { type: "string" } },
};
const RATE_LIMIT = {
  RateLimit: { description: "The remaining quota of the tier, and when it resets.", schema: { type: "string" } },
  "RateLimit-Policy": { description: "The tier’s quota and window.", schema: { type: "string" } },
};
const REPLAYED = {
  "Idempotent-Replayed": { description: "`true` on a repeated response.", schema: { type: "string" } },
};
const IGNORED_FIELDS = {
  "X-Ignored-Fields": {
    description: "Paths of unknown body fields, which were ignored.",
    schema: { type: "string" },
  },
};
const CHALLENGE = { "WWW-Authenticate": { description: "`Bearer`, as RFC 6750 has it.", schema: { type: "string" } } };
const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" } } };

function inUrl(place: "path" | "query", schemas: z.ZodObject | undefined): object[] {
  return Object.entries(schemas?.shape ?? {}).map(([name, schema]) => {
    const type = schema as z.ZodType;
    const { description, examples: _, ...rest } = inlineSchema(type);
    // Read from the Zod type: transformed schemas lose their examples.
    const examples = type.meta()?.examples;
    const example = Array.isArray(examples) ? { example: examples[0] } : {};
    const about = typeof description === "string" ? { description } : {};
    const style = rest.type === "object" ? { style: "deepObject", explode: true } : {};
    const required = place === "path" || !type.safeParse(undefined).success;
    return { name, in: place, required, ...about, ...style, schema: rest, ...example };
  });
}

function parameters(contract: OperationContract): object[] {
  return [
    ...inUrl("path", contract.params),
    ...inUrl("query", contract.query),
    ...idempotencyKey(contract),
    ...(contract.auth === "merchant" ? MERCHANT : []),
    ...(isOfTenants(contract) ? SIGNATURE : []),
  ];
}

function successes(contract: OperationContract): [string, object][] {
  return Object.entries(contract.responses).map(([status, { description, schema, example, csv }]) => [
    status,
    {
      description,
      headers: {
        ...REQUEST_ID,
        ...(contract.auth === "none" ? {} : RATE_LIMIT),
        ...(contract.idempotency !== "none" && status === "200" ? REPLAYED : {}),
        ...(contract.unknownFields === "ignored" ? IGNORED_FIELDS : {}),
      },
      content: {
        "application/json": { schema: refTo(schema), example },
        ...(csv === undefined ? {} : { "text/csv": { schema: { type: "string" }, example: csv } }),
      },
    },
  ]);
}

function errorExample(code: ErrorCode): object {
  return {
    summary: ERROR_CODES[code],
    value: { error: { code, message: ERROR_CODES[code], field: null, details: {} } },
  };
}

function refusals(contract: OperationContract): [string, object][] {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(contract)) {
    byStatus.set(HTTP_STATUS[code], [...(byStatus.get(HTTP_STATUS[code]) ?? []), code]);
  }
  return [...byStatus.entries()].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code]}`).join("\n\n"),
      headers: {
        ...REQUEST_ID,
        ...(status === 401 ? CHALLENGE : {}),
        ...(status === 429 || status === 503 ? RETRY_AFTER : {}),
      },
      content: {
        "application/json": {
          schema: refTo(ErrorBody),
          examples: Object.fromEntries(codes.map((code) => [code, errorExample(code)])),
        },
      },
    },
  ]);
}

const TENANT_KEY = { apiKey: [], secret: [] };

const SECURITY: Readonly<Record<OperationContract["auth"], readonly object[]>> = {
  tenant: [TENANT_KEY],
  merchant: [{ merchantKey: [] }, TENANT_KEY],
  network: [{ networkKey: [] }],
  none: [],
};

export function describeOperation(contract: OperationContract): object {
  const { body, file } = contract;
  const responses = [...successes(contract), ...refusals(contract)].sort(([a], [b]) => Number(a) - Number(b));
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description,
    security: SECURITY[contract.auth],
    parameters: parameters(contract),
    ...(body && {
      requestBody: {
        required: !body.isOptional,
        content: { "application/json": { schema: refTo(body.schema), example: body.example } },
      },
    }),
    ...(file && {
      requestBody: {
        required: true,
        description: `A file of at most ${file.maxBytes / 1024 / 1024} MB.`,
        content: Object.fromEntries(
          file.types.map((type) => [
            type,
            { schema: { type: "string" }, examples: { sample: { externalValue: file.sample } } },
          ]),
        ),
      },
    }),
    responses: Object.fromEntries(responses),
  };
}
