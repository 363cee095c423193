/** Error codes of the REST API, with the text shown in the reference. Declines aren't errors. */
export const ERROR_CODES = {
  validation_error: "A field is missing or malformed. `field` names the first one; `details.issues` lists them all.",
  invalid_json: "The body isn’t valid JSON.",
  invalid_reference: "A referenced record doesn’t exist or isn’t yours; `field` names the reference.",
  idempotency_key_required: "This request requires an Idempotency-Key header.",
  authentication_failed:
    "Credentials are missing, malformed, wrong, or revoked. The message says what is missing or misplaced, but never how close a secret was.",
  signature_required: "This API key must sign its requests with X-Signature and X-Timestamp.",
  signature_invalid: "X-Signature doesn’t match the request.",
  timestamp_out_of_range:
    "X-Timestamp is missing, malformed, or more than 300 seconds off; `details` has the server’s time and the drift.",
  api_key_not_registered: "The X-API-Key isn’t registered.",
  insufficient_scope: "The key lacks the scope that the operation needs; `details.scope` names it.",
  address_not_allowed: "The key isn’t accepted from the caller’s address, which `details.address` names.",
  tenant_suspended: "The tenant is suspended. It can void and refund, but can’t create holds.",
  not_enabled: "This feature isn’t enabled for the merchant account.",
  not_permitted:
    "The user’s role doesn’t allow this, the record belongs to the shared sandbox, or in live it is an operator’s to do.",
  signed_in_as_another: "Someone else has signed in to this browser since the page was opened. Portal only.",
  second_factor_required:
    "The password is right, but the login also requires a second-factor code, or a second factor set up first. Portal only.",
  second_factor_invalid: "The second-factor code is wrong or has already been used. Portal only.",
  not_found: "There is nothing at this URL.",
  authorization_not_found: "No such authorization for this caller.",
  payment_code_not_found: "No such payment code for this caller.",
  transaction_not_found: "No such transaction for this caller.",
  refund_not_found: "No such refund for this caller.",
  settlement_batch_not_found: "No such settlement batch for this caller.",
  payout_not_found: "No such payout for this caller.",
  recurring_authorization_not_found: "No such recurring authorization for this caller.",
  charge_request_not_found: "No such charge request for this caller.",
  merchant_not_found: "No such merchant for this caller.",
  merchant_key_not_found: "No such key of this merchant, or it is revoked.",
  member_not_found: "No such member for this caller.",
  account_not_found: "No such account for this caller.",
  funding_not_found: "No such funding for this caller.",
  card_not_found: "No such card for this caller.",
  report_not_found: "No such report for this caller.",
  subscription_not_found: "No such webhook subscription for this caller.",
  replay_not_found: "This webhook subscription has had no replay.",
  event_not_found: "No such event of the last 30 days for this caller.",
  delivery_not_found: "No such delivery of this subscription.",
  method_not_allowed: "This URL doesn’t support the method; the Allow header lists those it does.",
  external_id_taken: "Another of the tenant’s records of this kind has this `externalId`.",
  authorization_ambiguous:
    "Several of the caller’s authorizations have this authorizationId, so nothing was moved. Use the record id.",
  authorization_not_capturable: "The authorization’s status doesn’t allow a capture.",
  authorization_not_incrementable: "Only a first authorization in status Authorization Approved can be incremented.",
  authorization_not_reversible: "Nothing is left to void or refund, or nothing of the requested kind.",
  amount_exceeds_remaining_hold: "The amount is more than the remaining hold; `details.remaining` has the amount left.",
  amount_exceeds_reversible:
    "The amount is more than can be reversed, of this kind if one was given; `details.reversible` has the amount left.",
  increment_limit_reached: "The authorization has reached its limit of increments.",
  already_captured: "The hold is fully captured. Use transactions/reverse or transactions/refund instead.",
  already_settled: "The transaction has settled. Use transactions/refund instead.",
  undo_expired:
    "A key without scope `refund` can undo its own sale for ten minutes; they are over. `details.until` says since when.",
  transaction_not_refundable: "The transaction is already fully refunded.",
  amount_exceeds_refundable:
    "The amount is more than is left to refund; `details.remainingRefundable` has the amount left.",
  recurring_authorization_not_pending: "Only a pending recurring authorization can be approved or denied.",
  recurring_authorization_ended:
    "The recurring authorization was denied or has expired, so there is nothing to revoke.",
  recurring_request_limit_reached:
    "The merchant has too many pending requests to this member, or asked about too many charges of this agreement.",
  charge_request_not_pending: "Only a pending charge request can be approved or denied.",
  charge_not_possible:
    "The member approved the charge, but it would be declined for another reason. `details.reasonCode` has the code. The request stays pending.",
  payment_code_not_usable: "The payment code behind the request can no longer be used.",
  funding_not_reversible: "The funding is itself a reversal.",
  funding_reversed: "The funding was taken back already; `details.reversedBy` has the id of the reversal.",
  funding_spent: "The account no longer has the funding’s whole amount available: some is spent or held.",
  payment_not_rescuable: "The declined payment can’t be let through, or no longer.",
  card_closed: "The card is permanently closed.",
  subscription_revoked: "The webhook subscription is permanently revoked.",
  subscription_paused: "The webhook subscription is paused. Reactivate it first.",
  subscription_limit_reached: "The tenant or merchant has reached its limit of webhook subscriptions.",
  report_limit_reached: "The tenant has as many reports under way, or as much kept in files, as it can have.",
  replay_running: "A replay of this webhook subscription is running.",
  sandbox_clocks_differ:
    "The sandbox clocks of the merchant’s tenant and of the member’s tenant differ. Test environment only: nothing was recorded.",
  sandbox_clock_moving: "The sandbox clock is still on its way. `details.to` has the time it moves to.",
  sandbox_clock_fixed: "The clock of the shared sandbox can’t be moved. Sign up for a sandbox of your own.",
  limit_reached: "You’ve reached the limit of these.",
  daily_limit_reached:
    "The day’s limit of these is reached, and waiting a moment doesn’t help; `details.availableAt` says when the next one is possible.",
  delivery_not_retryable: "The delivery has succeeded, or has used all 50 attempts, those you asked for included.",
  live_not_approvable: "The tenant can’t be approved for live yet. Portal only.",
  run_not_changeable: "The run’s state doesn’t allow this. Portal only.",
  payload_too_large: "The body is larger than 64 KB.",
  length_required:
    "Something follows a request that announces no body, where no body means everything. Send Content-Length.",
  request_timeout: "The request took too long to arrive. It was not begun: send it again.",
  "14": "The panToken doesn’t belong to any card.",
  idempotency_key_reused: "This Idempotency-Key was already used for a different request.",
  answer_not_kept:
    "The request with this key already succeeded and was not repeated. Its answer held a secret, so it wasn’t stored.",
  rate_limit_exceeded: "Too many requests. Retry-After says when to try again.",
  internal_error: "Something went wrong on our side. Include `X-Request-Id` when you contact support.",
  temporarily_unavailable: "The service is busy. Retry-After says when to try again.",
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
