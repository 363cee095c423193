/**
 * What of a body may be written down, by the name of its field: an allow list. Whatever has no name here is replaced, in
 * test and in live, so that a new field of a contract is kept only once someone has said what it is; a test names those that
 * are missing.
 *
 * `plain` says nothing of a person and opens nothing: ids, amounts, times, and words of ours. `private` is what callers and
 * people wrote, kept for test requests only. `secret` (codes, PINs, tokens, keys, links that open without a login) is never
 * kept.
 */
export type FieldKind = "plain" | "private" | "secret";

const PLAIN = `
  aheadSeconds arrived at days delivered from happened hours lastMove now realNow
  account active allowed allowRecurring amount amountCaptured amountReversed approved approvedAt authorizationId
  authorizedAmount attempt avsResult batchId capturable captured capturedAmount captures card carriedIn carriedOut
  carriedOver channel chargeLimit chargeRequestId charges created createdAt currency cvvResult data day decidedAt deliveredAt
  deniedAt earliestOn endsOn environment event events exceeds expires expiresAt expiryMinutes failureCount firstApproved
  hasMore hasMoreLines id acknowledged interval kind lastDelivery lastUsed limit lines lockoutThreshold
  maxAmount mcc member memberId merchant mode nextChargeOn nextRetryAt nextUseOn noLimit on onExceed otherAuthorizations
  paidOut parentAuthorization payout pending rateLimitTier reasonCode reasonMessage reasonTitle recordId recurring
  recurringAllowed recurringAuthorizationId recurringInterval recurringLimit recurringThru refundId refundable refunded
  refundedAmount refunds remainingAuthorizedAmount remainingRefundable requireSignature responseCode reversed
  reversedAmount revoked revokedAt revokedBy riskScore scheduledAt secretLast4 secretSince nextSecretLast4 nextSecretAt settled settledAt singleUse
  status thru timeZone to transactionId triesLeft type until updated uses usesRemaining valid voidable voidedAmount batches balances
  amountVoided amountRefunded authorizationStatus available balance balanceId captureCount closing ending_before fee gross gte inTransit instrument lt lte net opening
  bytes fileUrlExpiresAt finishedAt format of progress reportId requestedBy rows
  scopes isDefault settings country payoutAccount nextPayoutAccount worksFrom isSameDayReversalEnabled isFeeReturned keyId lastUsedAt erasedAt held posted last4 frozenBy
  expiresOn perTransactionLimit dailyAmountLimit dailyCountLimit allowedMccs limits replaces
  done payload preview sequence since state total types
  payoutId previousBatchId refundCount reserved starting_after transactions
`;

const PRIVATE = `
  apiKey approvalCode approvalUrl bankCode bankReference description details displayHint email error externalId holder name idempotencyKey merchantNameRaw merchantReference metadata
  reason revokeReason slug title url
`;

const SECRET = `
  accountNumber code deviceFingerprint fileUrl key link matchWords panToken paymentCode pin receipt secret
`;

const kindOfNames = new Map<string, FieldKind>(
  (
    [
      ["plain", PLAIN],
      ["private", PRIVATE],
      ["secret", SECRET],
    ] as const
  ).flatMap(([kind, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind] as const),
  ),
);

/** Null: no contract of ours has it. A payment method in one word is a card's token; in fields, each has a kind of its own. */
export function kindOfField(name: string, value?: unknown): FieldKind | null {
  if (name === "paymentMethod") return isFields(value) ? "plain" : "secret";
  return kindOfNames.get(name) ?? null;
}

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
