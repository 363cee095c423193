import type { z } from "zod";
import type { ErrorCode } from "../errors";

export const TAGS = {
  Authorizations: "Holds on cards, with their captures, increments, and reversals.",
  "Captures and refunds": "Captures and refunds, for reconciliation.",
  Disputes: "Payments that members dispute, and their outcomes.",
  "Payment codes": "Codes with a PIN that pay from a member’s account.",
  "Payment codes at the merchant": "Check, charge, and recharge the codes of members and tenants.",
  Transactions: "Payments of one merchant: hold, capture, sale, void, refund, reversal.",
  "Recurring authorizations": "Members’ agreements that a merchant may charge repeatedly.",
  Settlement: "Settlement batches, their lines, and their payouts.",
  "Settlement at the merchant": "One merchant’s batches, payouts, and balances.",
  Merchants: "Your merchants and their keys.",
  Members: "The people you issue to, and their accounts.",
  Cards: "Members’ cards and their limits.",
  Balances: "Merchants’ balances and the entries behind them.",
  Reports: "Files of all records in a time span, prepared in the background.",
  Sandbox: "Test keys only: act as the member, the operator, the bank, or the end of a day.",
  Webhooks: "Subscribe to events, and see the result of each delivery.",
  "Webhooks at the merchant":
    "One merchant’s subscriptions to events of its own payments. For the events, see Webhooks.",
  Network: "The operator’s own: what its bank says, and what it owes. With a key of the network.",
  Tenant: "Who is calling, and the log of requests.",
  Health: "Whether the service is up.",
} as const;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

interface ResponseContract {
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
  /** The same as a file, for `Accept: text/csv`. */
  readonly csv?: string;
}

interface FileContract {
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** A file that anyone can send, by its path on the site. */
  readonly sample: string;
}

/** One REST operation. Routes, OpenAPI, the test client, and forms derive from it. */
export interface OperationContract {
  readonly id: string;
  readonly method: Method;
  readonly path: `/${string}`;
  readonly tag: keyof typeof TAGS;
  readonly summary: string;
  readonly description: string;
  /**
   * `tenant`: X-API-Key and bearer secret (contract 5.1); `merchant`: the merchant's key as bearer (contract 5.2), or what a tenant
   * sends, and X-Merchant; `network`: a key of the network as bearer, which belongs to no tenant.
   */
  readonly auth: "tenant" | "merchant" | "network" | "none";
  /** Live keys get a 404. */
  readonly isSandboxOnly?: boolean;
  /**
   * Handling of Idempotency-Key. `required`: requests without it are refused. `recommended`: a repeat without it holds or moves
   * money again, and the tenant's request log marks it.
   */
  readonly idempotency: "required" | "recommended" | "optional" | "none";
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: { readonly schema: z.ZodType; readonly isOptional?: true; readonly example: unknown };
  /** The body is a file, whatever its Content-Type. */
  readonly file?: FileContract;
  /**
   * `ignored`: body fields that aren't known are ignored and named in X-Ignored-Fields, for payments whose required amount says
   * how far they go. Everywhere else an unknown field is refused.
   */
  readonly unknownFields?: "ignored";
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** In addition to those implied by `auth` and `idempotency`. */
  readonly errors: readonly ErrorCode[];
}

export function defineOperation<const C extends OperationContract>(contract: C): C {
  return contract;
}

export const GET = { method: "GET", idempotency: "none" } as const;

export const ok = <S extends z.ZodType, const E>(description: string, schema: S, example: E) => ({
  200: { description, schema, example },
});

/** And how a repeat is answered, which may lack what isn't stored. */
export const created = <S extends z.ZodType, const E>(
  description: string,
  schema: S,
  example: E,
  repeat?: { readonly without: string; readonly example: unknown },
) => ({
  201: { description, schema, example },
  200: {
    description: `The earlier response for this Idempotency-Key${repeat ? `, without ${repeat.without}` : ""}.`,
    schema,
    example: repeat ? repeat.example : example,
  },
});

export const page = <S extends z.ZodType, const E>(schema: S, data: E) =>
  ok("A page.", schema, { data, hasMore: false });

/** Invalid paths, bodies, and parameters are a `validation_error` in every operation. */
const EVERYWHERE: readonly ErrorCode[] = [
  "validation_error",
  "method_not_allowed",
  "internal_error",
  "temporarily_unavailable",
];
const WITH_NETWORK_KEY: readonly ErrorCode[] = ["authentication_failed", "address_not_allowed", "rate_limit_exceeded"];
const WITH_KEY: readonly ErrorCode[] = [
  ...WITH_NETWORK_KEY,
  "signature_required",
  "signature_invalid",
  "timestamp_out_of_range",
  "api_key_not_registered",
  "insufficient_scope",
];
/** The body is always read, and its signature checked, even if the operation takes none. */
const WITH_BODY: readonly ErrorCode[] = ["invalid_json", "payload_too_large", "request_timeout"];
const WITH_IDEMPOTENCY: readonly ErrorCode[] = ["idempotency_key_reused", "answer_not_kept"];

/** Whether credentials of tenants or merchants are for it. */
export function isOfTenants({ auth }: Pick<OperationContract, "auth">): boolean {
  return auth === "tenant" || auth === "merchant";
}

/** With a network key only a file is read. */
function isBodyRead(contract: OperationContract): boolean {
  return isOfTenants(contract) || contract.file !== undefined;
}

export function errorCodesOf(contract: OperationContract): ErrorCode[] {
  const codes = new Set<ErrorCode>([
    ...contract.errors,
    ...{ tenant: WITH_KEY, merchant: WITH_KEY, network: WITH_NETWORK_KEY, none: [] }[contract.auth],
    // X-Merchant names a merchant.
    ...(contract.auth === "merchant" ? (["invalid_reference"] as const) : []),
    ...(contract.isSandboxOnly ? (["not_found"] as const) : []),
    ...(isBodyRead(contract) ? WITH_BODY : []),
    ...(contract.body?.isOptional ? (["length_required"] as const) : []),
    ...(contract.idempotency === "required" ? ["idempotency_key_required" as const] : []),
    ...(contract.idempotency === "none" ? [] : WITH_IDEMPOTENCY),
    ...EVERYWHERE,
  ]);
  return [...codes];
}
