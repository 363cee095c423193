import { TRPCError } from "@trpc/server";
import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { z } from "zod";
import type { ErrorCode } from "@/server/contracts/errors";
import { formatIssues } from "@/server/contracts/text/format-issue";
import { DomainError } from "@/server/domain/errors";
import { UnavailableError } from "@/server/platform/unavailable";

const TRPC_CODE: Readonly<Record<ErrorCode, TRPC_ERROR_CODE_KEY>> = {
  validation_error: "BAD_REQUEST",
  invalid_json: "BAD_REQUEST",
  invalid_reference: "BAD_REQUEST",
  idempotency_key_required: "BAD_REQUEST",
  authentication_failed: "UNAUTHORIZED",
  signature_required: "UNAUTHORIZED",
  signature_invalid: "UNAUTHORIZED",
  timestamp_out_of_range: "UNAUTHORIZED",
  api_key_not_registered: "FORBIDDEN",
  insufficient_scope: "FORBIDDEN",
  address_not_allowed: "FORBIDDEN",
  tenant_suspended: "FORBIDDEN",
  not_enabled: "FORBIDDEN",
  not_permitted: "FORBIDDEN",
  signed_in_as_another: "CONFLICT",
  second_factor_required: "FORBIDDEN",
  second_factor_invalid: "FORBIDDEN",
  not_found: "NOT_FOUND",
  authorization_not_found: "NOT_FOUND",
  payment_code_not_found: "NOT_FOUND",
  transaction_not_found: "NOT_FOUND",
  refund_not_found: "NOT_FOUND",
  settlement_batch_not_found: "NOT_FOUND",
  payout_not_found: "NOT_FOUND",
  payout_answered: "CONFLICT",
  recurring_authorization_not_found: "NOT_FOUND",
  charge_request_not_found: "NOT_FOUND",
  merchant_not_found: "NOT_FOUND",
  merchant_key_not_found: "NOT_FOUND",
  member_not_found: "NOT_FOUND",
  account_not_found: "NOT_FOUND",
  funding_not_found: "NOT_FOUND",
  card_not_found: "NOT_FOUND",
  dispute_not_found: "NOT_FOUND",
  report_not_found: "NOT_FOUND",
  subscription_not_found: "NOT_FOUND",
  replay_not_found: "NOT_FOUND",
  event_not_found: "NOT_FOUND",
  delivery_not_found: "NOT_FOUND",
  method_not_allowed: "METHOD_NOT_SUPPORTED",
  external_id_taken: "CONFLICT",
  authorization_ambiguous: "CONFLICT",
  authorization_not_capturable: "CONFLICT",
  authorization_not_incrementable: "CONFLICT",
  authorization_not_reversible: "CONFLICT",
  amount_exceeds_remaining_hold: "CONFLICT",
  amount_exceeds_reversible: "CONFLICT",
  increment_limit_reached: "CONFLICT",
  already_captured: "CONFLICT",
  already_settled: "CONFLICT",
  transaction_not_refundable: "CONFLICT",
  undo_expired: "CONFLICT",
  amount_exceeds_refundable: "CONFLICT",
  recurring_authorization_not_pending: "CONFLICT",
  recurring_authorization_ended: "CONFLICT",
  recurring_request_limit_reached: "CONFLICT",
  charge_request_not_pending: "CONFLICT",
  charge_not_possible: "CONFLICT",
  payment_code_not_usable: "CONFLICT",
  funding_not_reversible: "CONFLICT",
  dispute_closed: "CONFLICT",
  dispute_not_refunded: "CONFLICT",
  dispute_not_answerable: "CONFLICT",
  funding_reversed: "CONFLICT",
  funding_spent: "CONFLICT",
  float_exceeded: "CONFLICT",
  payment_not_rescuable: "CONFLICT",
  card_closed: "CONFLICT",
  subscription_revoked: "CONFLICT",
  subscription_paused: "CONFLICT",
  subscription_limit_reached: "CONFLICT",
  report_limit_reached: "CONFLICT",
  sandbox_clocks_differ: "CONFLICT",
  sandbox_clock_moving: "CONFLICT",
  sandbox_clock_fixed: "FORBIDDEN",
  limit_reached: "CONFLICT",
  daily_limit_reached: "CONFLICT",
  delivery_not_retryable: "CONFLICT",
  replay_running: "CONFLICT",
  live_not_approvable: "CONFLICT",
  run_not_changeable: "CONFLICT",
  request_timeout: "TIMEOUT",
  length_required: "BAD_REQUEST",
  payload_too_large: "PAYLOAD_TOO_LARGE",
  "14": "UNPROCESSABLE_CONTENT",
  idempotency_key_reused: "UNPROCESSABLE_CONTENT",
  answer_not_kept: "CONFLICT",
  rate_limit_exceeded: "TOO_MANY_REQUESTS",
  internal_error: "INTERNAL_SERVER_ERROR",
  temporarily_unavailable: "SERVICE_UNAVAILABLE",
};

interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

export interface ErrorFacts {
  readonly code: ErrorCode;
  readonly message: string;
  readonly issues: readonly FieldIssue[];
  readonly retryAfterSeconds: number | null;
}

type Explained = DomainError | UnavailableError;

export function isExplained(error: unknown): error is Explained {
  return error instanceof DomainError || error instanceof UnavailableError;
}

export function toTrpcError(error: Explained): TRPCError {
  const code = error instanceof DomainError ? error.code : "temporarily_unavailable";
  return new TRPCError({ code: TRPC_CODE[code], message: error.message, cause: error });
}

/** Seconds for the Retry-After header; null if waiting doesn't help. */
export function retryAfterOf({ cause }: TRPCError): number | null {
  if (cause instanceof UnavailableError) return 1;
  return cause instanceof DomainError ? cause.retryAfterSeconds : null;
}

/** A form was changed after its first submission, whose response was lost. */
const OTHERWISE = {
  message:
    "An earlier version of this form was already sent and may have gone through. Close this and check before you send it again.",
  issues: [],
  retryAfterSeconds: null,
};

/** The error behind tRPC's wrapper. Other errors aren't explained. */
export function errorFacts({ cause, code }: TRPCError): ErrorFacts {
  if (cause instanceof DomainError) {
    if (cause.code === "idempotency_key_reused") return { ...OTHERWISE, code: cause.code };
    const { details, field, retryAfterSeconds } = cause;
    const issues = isIssues(details.issues) ? details.issues : field ? [{ field, message: cause.message }] : [];
    return { code: cause.code, message: cause.message, issues, retryAfterSeconds };
  }
  if (cause instanceof z.ZodError) {
    const issues = formatIssues(cause.issues);
    return { code: "validation_error", message: "Check the highlighted fields.", issues, retryAfterSeconds: null };
  }
  const nothing = { issues: [], retryAfterSeconds: null };
  if (cause instanceof UnavailableError) {
    return { code: "temporarily_unavailable", message: "The service is busy. Try again in a moment.", ...nothing };
  }
  if (code === "NOT_FOUND") return { code: "not_found", message: "There is nothing at this URL.", ...nothing };
  if (code === "METHOD_NOT_SUPPORTED") {
    return { code: "method_not_allowed", message: "This procedure needs another HTTP method.", ...nothing };
  }
  if (code === "UNSUPPORTED_MEDIA_TYPE" || code === "BAD_REQUEST" || code === "PARSE_ERROR") {
    return { code: "validation_error", message: "The request can’t be read.", ...nothing };
  }
  return { code: "internal_error", message: "Something went wrong on our side.", ...nothing };
}

function isIssues(value: unknown): value is FieldIssue[] {
  return Array.isArray(value) && value.every((issue) => typeof issue?.field === "string");
}
