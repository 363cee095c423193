import type { NewRow } from "@/server/db/insert-rows";
import { dayIn, dueFrom, endOfDay } from "../recurring-periods";

export type PaymentCodeRow = NewRow<"payment_codes">;

export type PaymentCodeStatus = "Code Active" | "Code Used" | "Code Locked" | "Code Expired" | "Code Revoked";

const WORDS: Readonly<Record<PaymentCodeRow["status"], PaymentCodeStatus>> = {
  active: "Code Active",
  used: "Code Used",
  locked: "Code Locked",
  expired: "Code Expired",
  revoked: "Code Revoked",
};

export function isPastLastDay({ recurringThru, timeZone }: PaymentCodeRow, now: Date): boolean {
  return recurringThru !== null && dayIn(timeZone, now) > recurringThru;
}

function endOfLastDay({ recurringThru, timeZone }: PaymentCodeRow): Date | null {
  return recurringThru && endOfDay(timeZone, recurringThru);
}

/** Deadline of the first use. */
export function firstUseDeadline(code: PaymentCodeRow): Date {
  const end = endOfLastDay(code);
  return end !== null && end < code.expiresAt ? end : code.expiresAt;
}

/** Null if none. `expiryMinutes` bounds a recurring code's first use and every use of others; the thru-date bounds all. */
export function nextUseBefore(code: PaymentCodeRow): Date | null {
  return code.isRecurring && code.uses > 0 ? endOfLastDay(code) : firstUseDeadline(code);
}

function isOver(code: PaymentCodeRow, now: Date): boolean {
  const end = nextUseBefore(code);
  return end !== null && now >= end;
}

/** An active code that is over reads as expired, whether or not it has been swept. */
export function statusAt(code: PaymentCodeRow, now: Date): PaymentCodeRow["status"] {
  return code.status === "active" && isOver(code, now) ? "expired" : code.status;
}

export function statusText(code: PaymentCodeRow, now: Date): PaymentCodeStatus {
  return WORDS[statusAt(code, now)];
}

/** Earliest time of a recurring code's next use; null means any time. */
export function nextUseFrom({ recurringInterval, timeZone, nextUseOn }: PaymentCodeRow): Date | null {
  return dueFrom({ interval: recurringInterval, timeZone, nextOn: nextUseOn });
}

export function usesAllowed({ isSingleUse, recurringLimit }: PaymentCodeRow): number | null {
  return isSingleUse ? 1 : recurringLimit;
}

/** Null means no limit. An ended code has none. */
export function usesRemaining(code: PaymentCodeRow, now: Date): number | null {
  return statusAt(code, now) === "active" ? usesLeft(code) : 0;
}

/** By its uses alone, even if it has ended. Null means no limit. */
export function usesLeft(code: PaymentCodeRow): number | null {
  const allowed = usesAllowed(code);
  return allowed === null ? null : Math.max(0, allowed - code.uses);
}

export function isLastUse(code: PaymentCodeRow): boolean {
  const allowed = usesAllowed(code);
  return allowed !== null && code.uses + 1 >= allowed;
}
