import { z } from "zod";

/** Every error code of the REST surfaces, with the sentence the reference shows. Declines are not errors. */
export const ERROR_CODES = {
  validation_error: "A field is missing or malformed. `field` names the first, `details.issues` lists all.",
  invalid_json: "The body is not JSON.",
  invalid_reference: "A referenced record does not exist for this caller; `field` names the reference.",
  idempotency_key_required: "This write needs an Idempotency-Key header.",
  authentication_failed:
    "Credentials are missing, malformed, wrong or revoked. What was left out or put in the wrong place is named; how near a secret was is not.",
  signature_required: "This API key must sign its requests with X-Signature and X-Timestamp.",
  signature_invalid: "X-Signature does not match the request.",
  timestamp_out_of_range:
    "X-Timestamp is missing, malformed or more than 300 seconds off; `details` has the server's time and the drift.",
  api_key_not_registered: "An X-API-Key was sent that is not registered at the gateway, whatever it looks like.",
  tenant_suspended: "The tenant is suspended: it makes no new holds, but can still void and refund.",
  not_enabled: "The merchant account does not have this enabled.",
  not_permitted: "The signed-in person's role does not allow this. Portal only.",
  second_factor_required: "The password is right, and the login has a second factor: a code is missing. Portal only.",
  second_factor_invalid: "The code of the second factor is wrong or was used before. Portal only.",
  not_found: "Nothing answers at this address.",
  authorization_not_found: "No such authorization for this caller.",
  payment_code_not_found: "No such payment code for this caller.",
  transaction_not_found: "No such transaction for this caller.",
  recurring_authorization_not_found: "No such recurring authorization for this caller.",
  account_not_found: "No such account for this caller.",
  card_not_found: "No such card for this caller. Portal only.",
  report_not_found: "No such report of a transaction for this caller. Portal only.",
  subscription_not_found: "No such webhook subscription for this caller.",
  delivery_not_found: "No such delivery of this subscription.",
  method_not_allowed: "The address exists, the method does not; Allow lists those that do.",
  authorization_not_capturable: "The authorization's status does not allow a capture.",
  authorization_not_incrementable: "Only a first authorization in status Authorization Approved can be incremented.",
  authorization_not_reversible:
    "Nothing of the authorization is left to void or refund, or nothing of the kind asked for.",
  amount_exceeds_remaining_hold: "More than the hold that is left; `details.remaining` says how much that is.",
  amount_exceeds_reversible:
    "More than can be reversed, of this kind if one was given; `details.reversible` says how much that is.",
  increment_limit_reached: "The authorization already has as many increments as it may have.",
  already_captured: "All of the hold was captured: transactions/reverse and transactions/refund give money back.",
  already_settled: "The transaction has settled: transactions/refund gives money back.",
  transaction_not_refundable: "All of the transaction has been refunded.",
  amount_exceeds_refundable: "More than is left to refund; `details.remainingRefundable` says how much that is.",
  recurring_authorization_not_pending: "Only a recurring authorization that waits for the member can be answered.",
  recurring_authorization_ended: "The recurring authorization was denied or has expired; there is nothing to revoke.",
  recurring_request_limit_reached:
    "The member already has as many unanswered requests of this merchant as it may have.",
  payment_code_not_usable: "The payment code the request was made with can no longer be used.",
  card_closed: "The card is closed for good. Portal only.",
  subscription_revoked: "The webhook subscription is revoked for good.",
  subscription_paused: "The webhook subscription is paused: reactivate it first.",
  subscription_limit_reached: "The tenant already has as many webhook subscriptions as it may have.",
  limit_reached: "There already are as many of these as there may be. Portal only.",
  delivery_not_retryable: "The delivery has arrived, or has had as many attempts as there may be.",
  live_not_approvable: "The tenant can't be approved for live as things are. Portal only.",
  run_not_changeable: "The run is not in a state in which this can be done with it. Portal only.",
  payload_too_large: "The body is larger than 64 KB.",
  "14": "The panToken names no card.",
  idempotency_key_reused: "The Idempotency-Key was used before for another request.",
  answer_not_kept:
    "It was done before under this key and was not done again; its answer was a secret, or an earlier version forgot it.",
  rate_limit_exceeded: "Too many requests; Retry-After says when to go on.",
  internal_error: "The service failed. `X-Request-Id` names the request.",
  temporarily_unavailable: "The service is busy; Retry-After says when to try again.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const errorCodes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]];

/** The body of every error (contract 7). */
export const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(errorCodes).meta({ description: "Stable machine identifier." }),
      message: z.string().meta({ description: "What happened, for a person." }),
      field: z.string().nullable().meta({ description: "The first field that is wrong, if a field is." }),
      details: z
        .record(z.string(), z.unknown())
        .meta({ description: "More about this error; keys depend on the code." }),
    }),
  })
  .meta({ id: "Error" });

export type ErrorBody = z.infer<typeof ErrorBody>;
