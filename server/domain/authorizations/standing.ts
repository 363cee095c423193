import type { AuthorizationOperation, AuthorizationStatus } from "@/server/contracts/authorization-statuses";
import { formatAmount } from "@/server/platform/money";
import { DomainError } from "../errors";
import { type Family, type Target, targetFigures } from "./family";
import { type Figures, holdLeft, refundable } from "./figures";
import { statusesThatAllow, statusOf } from "./statuses";

/** How the target of a family stands at a time: a first authorization for its family, an increment for itself. */
export interface Standing {
  readonly status: AuthorizationStatus;
  readonly figures: Figures;
  /** Held, so that it can be captured or voided. */
  readonly holdMinor: bigint;
  /** Captured and not refunded. */
  readonly refundableMinor: bigint;
}

export function standingOf(family: Target, now: Date): Standing {
  const figures = targetFigures(family, now);
  return {
    status: statusOf(family.target, figures),
    figures,
    holdMinor: holdLeft(figures),
    refundableMinor: refundable(figures),
  };
}

/** The status of the target once so much has moved. */
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

/** The amounts that remain to capture, void, or refund, as records and refusals state them. */
export function amountsLeft({ holdMinor, refundableMinor }: Standing, currency: string) {
  const hold = formatAmount(holdMinor, currency);
  return { capturable: hold, voidable: hold, refundable: formatAmount(refundableMinor, currency) };
}

/** Details of a 409: where the target stands, where the operations can be done at all, and what is left to do. */
export function stateDetails(family: Target, now: Date, ...operations: readonly AuthorizationOperation[]) {
  const standing = standingOf(family, now);
  return {
    status: standing.status,
    allowed: statusesThatAllow(...operations),
    ...amountsLeft(standing, family.target.currency),
  };
}

/** More was requested than is held. */
export function exceedsHold(family: Family, now: Date, operation: "capture" | "void"): DomainError {
  const details = stateDetails(family, now, operation);
  return new DomainError("amount_exceeds_remaining_hold", "The amount is more than the remaining hold.", {
    field: "amount",
    details: { remaining: details.capturable, ...details },
  });
}
