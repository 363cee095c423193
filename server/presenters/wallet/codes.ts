import {
  type NewMemberCode,
  nextUseBefore,
  nextUseFrom,
  statusText,
  usesAllowed,
  usesRemaining,
} from "@/server/domain/payment-codes";
import type { MemberCode } from "@/server/domain/queries";
import { presentNewMemberCode } from "../rest/payment-codes";
import { presentAmount, presentDate, presentDay } from "../shared/values";
import { presentActivity } from "./activity";

export function presentOwnNewCode(made: NewMemberCode) {
  return { ...presentNewMemberCode(made), createdAt: presentDate(made.row.createdAt) };
}

export function presentMemberCode({ merchantName, lastUse, takenMinor, ...row }: MemberCode, now: Date) {
  return {
    id: row.id,
    status: statusText(row, now),
    account: row.accountId,
    merchant: merchantName,
    currency: row.currency,
    maxAmount: row.maxAmountMinor === null ? null : presentAmount(row.maxAmountMinor, row.currency),
    isRecurring: row.isRecurring,
    interval: row.recurringInterval,
    thru: presentDay(row.recurringThru),
    uses: row.uses,
    usesAllowed: usesAllowed(row),
    usesRemaining: usesRemaining(row, now),
    timeZone: row.timeZone,
    /** When a recurring code can be used next; null for any time. */
    nextUseFrom: presentDate(nextUseFrom(row)),
    hint: row.displayHint,
    isOwn: row.origin === "member",
    createdAt: presentDate(row.createdAt),
    expiresAt: presentDate(nextUseBefore(row)),
    lastUsedAt: presentDate(row.lastUsedAt),
    revokedAt: presentDate(row.revokedAt),
    /** The newest payment; null also if an agreement used the code up. */
    lastUse: lastUse && presentActivity(lastUse, now),
    /** Taken so far, minus refunds. Null if there are too many payments to add up. */
    taken: takenMinor === null ? null : presentAmount(takenMinor, row.currency),
  };
}
