import type { ErrorBody } from "@/server/contracts/error-body";
import type { ErrorCode } from "@/server/contracts/errors";
import { DomainError } from "@/server/domain/errors";
import { UnavailableError } from "@/server/platform/unavailable";

/** HTTP status of every error code. The type makes a missing code a compile error. */
export const HTTP_STATUS: Readonly<Record<ErrorCode, number>> = {
  validation_error: 400,
  invalid_json: 400,
  invalid_reference: 400,
  idempotency_key_required: 400,
  authentication_failed: 401,
  signature_required: 401,
  signature_invalid: 401,
  timestamp_out_of_range: 401,
  api_key_not_registered: 403,
  insufficient_scope: 403,
  address_not_allowed: 403,
  tenant_suspended: 403,
  not_enabled: 403,
  not_permitted: 403,
  signed_in_as_another: 409,
  second_factor_required: 403,
  second_factor_invalid: 403,
  not_found: 404,
  authorization_not_found: 404,
  payment_code_not_found: 404,
  transaction_not_found: 404,
  refund_not_found: 404,
  settlement_batch_not_found: 404,
  payout_not_found: 404,
  payout_answered: 409,
  recurring_authorization_not_found: 404,
  charge_request_not_found: 404,
  merchant_not_found: 404,
  merchant_key_not_found: 404,
  member_not_found: 404,
  account_not_found: 404,
  funding_not_found: 404,
  card_not_found: 404,
  dispute_not_found: 404,
  report_not_found: 404,
  subscription_not_found: 404,
  replay_not_found: 404,
  event_not_found: 404,
  delivery_not_found: 404,
  method_not_allowed: 405,
  external_id_taken: 409,
  authorization_ambiguous: 409,
  authorization_not_capturable: 409,
  authorization_not_incrementable: 409,
  authorization_not_reversible: 409,
  amount_exceeds_remaining_hold: 409,
  amount_exceeds_reversible: 409,
  increment_limit_reached: 409,
  already_captured: 409,
  already_settled: 409,
  transaction_not_refundable: 409,
  undo_expired: 409,
  amount_exceeds_refundable: 409,
  recurring_authorization_not_pending: 409,
  recurring_authorization_ended: 409,
  recurring_request_limit_reached: 409,
  charge_request_not_pending: 409,
  charge_not_possible: 409,
  payment_code_not_usable: 409,
  funding_not_reversible: 409,
  dispute_closed: 409,
  dispute_not_refunded: 409,
  dispute_not_answerable: 409,
  funding_reversed: 409,
  funding_spent: 409,
  float_exceeded: 409,
  payment_not_rescuable: 409,
  card_closed: 409,
  subscription_revoked: 409,
  subscription_paused: 409,
  subscription_limit_reached: 409,
  report_limit_reached: 409,
  sandbox_clocks_differ: 409,
  sandbox_clock_moving: 409,
  sandbox_clock_fixed: 403,
  limit_reached: 409,
  daily_limit_reached: 409,
  delivery_not_retryable: 409,
  replay_running: 409,
  answer_not_kept: 409,
  live_not_approvable: 409,
  run_not_changeable: 409,
  request_timeout: 408,
  length_required: 411,
  payload_too_large: 413,
  "14": 422,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  internal_error: 500,
  temporarily_unavailable: 503,
};

/** Live keys also get this at sandbox-only URLs. */
export function nothingHere(): DomainError {
  return new DomainError("not_found", "There is nothing at this URL.");
}

const BUSY = "The service is busy. Try again with the same Idempotency-Key.";

const UNAVAILABLE = {
  busy: BUSY,
  contended: BUSY,
  not_migrated:
    "The service is being updated: its database is not migrated yet. Try again with the same Idempotency-Key.",
} as const;

/** Converts any thrown value to an error with a code. Internal faults aren't explained to callers (design 6). */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof UnavailableError) {
    return new DomainError("temporarily_unavailable", UNAVAILABLE[error.reason], { retryAfterSeconds: 1 });
  }
  return new DomainError("internal_error", "Something went wrong on our side. X-Request-Id identifies the request.");
}

export function errorBody(error: DomainError): ErrorBody {
  return { error: { code: error.code, message: error.message, field: error.field, details: { ...error.details } } };
}
