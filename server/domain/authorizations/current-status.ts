import type { AuthorizationOperation, AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { formatAmount } from "@/server/platform/money";
import { DomainError } from "../errors";
import { type Family, type Target, targetFigures } from "./family";
import { type Figures, holdLeft, refundable } from "./figures";
import { statusesThatAllow, statusOf } from "./statuses";

/** Status of a family's target at a time: a root counts for its family, an increment for itself. */
export interface CurrentStatus {
  readonly status: AuthorizationStatus;
  readonly figures: Figures;
  readonly holdMinor: bigint;
  readonly refundableMinor: bigint;
}

export function currentStatus(family: Target, now: Date): CurrentStatus {
  const figures = targetFigures(family, now);
  return {
    status: statusOf(family.target, figures),
    figures,
    holdMinor: holdLeft(figures),
    refundableMinor: refundable(figures),
  };
}

export function statusAfter(
  family: Target,
  now: Date,
  { capturedMinor = 0n, voidedMinor = 0n, refundedMinor = 0n }: Partial<Figures>,
): AuthorizationStatus {
  const before = targetFigures(family, now);
  return statusOf(family.target, {
    ...before,
    capturedMinor: before.capturedMinor + capturedMinor,
    voidedMinor: before.voidedMinor + voidedMinor,
    refundedMinor: before.refundedMinor + refundedMinor,
  });
}

/** Amounts left to capture, void, or refund, as records and refusals show them. */
export function amountsLeft({ holdMinor, refundableMinor }: CurrentStatus, currency: string) {
  const hold = formatAmount(holdMinor, currency);
  return { capturable: hold, voidable: hold, refundable: formatAmount(refundableMinor, currency) };
}

/** Details of a 409: the status, the statuses that allow the operations, and the amounts left. */
export function stateDetails(family: Target, now: Date, ...operations: readonly AuthorizationOperation[]) {
  const current = currentStatus(family, now);
  return {
    status: current.status,
    allowed: statusesThatAllow(...operations),
    ...amountsLeft(current, family.target.currency),
  };
}

export function exceedsHold(family: Family, now: Date, operation: "capture" | "void"): DomainError {
  const details = stateDetails(family, now, operation);
  return new DomainError("amount_exceeds_remaining_hold", "The amount is more than the remaining hold.", {
    field: "amount",
    details: { remaining: details.capturable, ...details },
  });
}
