import { matchWords, type RedemptionOutcome } from "@/server/domain/authorizations";
import { DECLINE_REASONS, isDeclineCode, storedHint } from "@/server/domain/declines";
import {
  firstUseDeadline,
  type NewMemberCode,
  type NewPaymentCode,
  nextUseBefore,
  type PaymentCodeRow,
  statusText,
  usesAllowed,
  usesRemaining,
  type ValidationOutcome,
} from "@/server/domain/payment-codes";
import type { IssuedCode } from "@/server/domain/queries";
import { presentCsvAmount, presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentAmount, presentDate, presentDay, presentMetadata } from "../shared/values";

/** Contract 2.8. The only response that contains the PIN. */
export function presentNewPaymentCode({ row, code, pin }: NewPaymentCode) {
  return {
    status: statusText(row, row.createdAt),
    code,
    pin,
    recordId: row.id,
    expiresAt: presentDate(firstUseDeadline(row)),
  };
}

export function presentNewMemberCode({ row, code }: NewMemberCode) {
  return {
    status: statusText(row, row.createdAt),
    code,
    recordId: row.id,
    expiresAt: presentDate(firstUseDeadline(row)),
  };
}

/** Contract 2.8. */
export function presentRedemption(
  outcome: RedemptionOutcome,
  { merchantReference }: { readonly merchantReference: string | null },
) {
  const { row } = outcome;
  const isApproved = row?.outcome === "approved";
  const declineCode = row?.responseCode ?? "14";
  const reason = isDeclineCode(declineCode) ? DECLINE_REASONS[declineCode] : null;
  return {
    status: isApproved ? ("approved" as const) : ("declined" as const),
    amount: row ? presentAmount(row.amountMinor, row.currency) : presentAmount(outcome.amountMinor, outcome.currency),
    authorizationId: row?.authorizationNumber ?? null,
    recordId: row?.id ?? null,
    expires: presentDate(row?.expiresAt ?? null),
    transactionId: row && outcome.transactionId,
    account: isApproved ? row.accountId : null,
    member: row && isApproved ? outcome.memberId : null,
    reasonCode: isApproved ? null : declineCode,
    reasonMessage: isApproved ? null : (reason?.message ?? null),
    details: isApproved ? null : { ...(row ? storedHint(row.decision) : {}) },
    matchWords: row && matchWords(row),
    merchantReference,
  };
}

/** Contains nothing that could pay: no code, PIN, or hash. */
export function presentPaymentCode(row: PaymentCodeRow, now: Date) {
  return {
    recordId: row.id,
    status: statusText(row, now),
    member: row.memberId,
    account: row.accountId,
    merchant: row.merchantId,
    currency: row.currency,
    maxAmount: row.maxAmountMinor === null ? null : presentAmount(row.maxAmountMinor, row.currency),
    singleUse: row.isSingleUse,
    lockoutThreshold: row.lockoutThreshold,
    triesLeft: row.lockoutThreshold - row.failedTries,
    uses: row.uses,
    usesRemaining: usesRemaining(row, now),
    allowRecurring: row.isRecurring,
    recurringInterval: row.recurringInterval,
    recurringLimit: row.recurringLimit,
    recurringThru: presentDay(row.recurringThru),
    nextUseOn: presentDay(row.nextUseOn),
    displayHint: row.displayHint,
    metadata: presentMetadata(row.metadata),
    created: presentDate(row.createdAt),
    expiresAt: presentDate(nextUseBefore(row)),
    lastUsed: presentDate(row.lastUsedAt),
    revoked: row.revokedAt !== null,
    revokedAt: presentDate(row.revokedAt),
    revokeReason: row.revokeReason,
  };
}

/** Contract 4.5. Discloses the code's holder only if the merchant could charge it. */
export function presentValidation({ row, reasonCode }: ValidationOutcome, now: Date) {
  const isValid = row !== null && reasonCode === null;
  return {
    valid: isValid,
    status: row && statusText(row, now),
    memberId: isValid ? row.memberId : null,
    expiresAt: presentDate(row && nextUseBefore(row)),
    usesRemaining: row && usesRemaining(row, now),
    recurringAllowed: row?.isRecurring ?? false,
    recurring: row?.isRecurring
      ? {
          interval: row.recurringInterval,
          limit: row.recurringLimit,
          thru: presentDay(row.recurringThru),
          nextUseOn: presentDay(row.nextUseOn),
        }
      : null,
    reasonCode,
  };
}

export function presentIssuedCode(row: IssuedCode, now: Date) {
  return {
    ...presentPaymentCode(row, now),
    id: row.id,
    memberName: row.memberName,
    merchantName: row.merchantName,
    usesAllowed: usesAllowed(row),
    /** The code's creator: only a tenant's code has a PIN. */
    origin: row.origin,
    isBound: row.boundAt !== null,
  };
}

export const CODE_CELLS: Cells<ReturnType<typeof presentIssuedCode>> = {
  created_utc: ({ created }) => created,
  record_id: ({ id }) => presentCsvCell(id),
  status: ({ status }) => presentCsvCell(status),
  created_by: ({ origin }) => presentCsvCell(origin),
  member: ({ memberName }) => presentCsvCell(memberName),
  merchant: ({ merchantName }) => presentCsvCell(merchantName),
  currency: ({ currency }) => presentCsvCell(currency),
  max_amount: ({ maxAmount, currency }) => presentCsvAmount(maxAmount, currency),
  uses: ({ uses }) => presentCsvCell(uses),
  uses_allowed: ({ usesAllowed }) => presentCsvCell(usesAllowed === null ? null : String(usesAllowed)),
};
