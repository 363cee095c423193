import { formatAmount } from "@/server/platform/money";
import { DomainError } from "../errors";
import type { CaptureRow } from "./authorization";
import { drawFrom } from "./draw-from";
import { drawnMembers, type Family, targetFigures } from "./family";
import { atTime, type Figures, holdLeft, ownFigures, refundable, statusOf } from "./figures";
import type { Move } from "./move-family";

const REVERSIBLE = [
  "Authorization Approved",
  "Authorization Partially Captured",
  "Authorization Captured",
  "Authorization Partially Reversed",
];

/** What a reverse gives back: held money (void) and captured money (refunds, by capture). Minor units. */
export interface ReversePlan {
  readonly moves: readonly Move[];
  readonly refunds: readonly { readonly captureId: string; readonly amountMinor: bigint }[];
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  /** What could still be reversed on the target after it. */
  readonly remainingMinor: bigint;
}

/** Without an amount: all of both. With one: void while nothing is captured, refund after. */
function split(
  figures: Figures,
  requestedMinor: bigint | null,
  currency: string,
): { voided: bigint; refunded: bigint } {
  const hold = holdLeft(figures);
  const captured = refundable(figures);
  if (requestedMinor === null) return { voided: hold, refunded: captured };
  const isVoid = figures.capturedMinor === 0n;
  const reversible = isVoid ? hold : captured;
  if (requestedMinor > reversible) {
    throw new DomainError("amount_exceeds_reversible", "The amount is more than can be reversed.", {
      field: "amount",
      details: { reversible: formatAmount(reversible, currency), kind: isVoid ? "void" : "refund" },
    });
  }
  return isVoid ? { voided: requestedMinor, refunded: 0n } : { voided: 0n, refunded: requestedMinor };
}

export function planVoid(family: Family, voidedMinor: bigint, now: Date): Move[] {
  const draws = drawFrom(drawnMembers(family), voidedMinor, (member) =>
    holdLeft(atTime(ownFigures(member), family.root.expiresAt, now)),
  );
  return draws.map(({ item, takenMinor }) => ({ authorizationId: item.id, voidedMinor: takenMinor }));
}

/** `captures` are those of the authorizations the target may draw on, oldest first: so is refunded. */
export function planReverse(
  family: Family,
  captures: readonly CaptureRow[],
  requestedMinor: bigint | null,
  now: Date,
): ReversePlan {
  const { target } = family;
  const figures = targetFigures(family, now);
  const reversible = target.outcome === "approved" ? holdLeft(figures) + refundable(figures) : 0n;
  if (reversible === 0n) {
    const status = target.outcome === "approved" ? statusOf(figures) : "Authorization Declined";
    throw new DomainError("authorization_not_reversible", `Nothing is left to reverse: the status is ${status}.`, {
      details: { status, allowed: REVERSIBLE },
    });
  }
  const { voided, refunded } = split(figures, requestedMinor, target.currency);
  const refunds = drawFrom(captures, refunded, (capture) => capture.amountMinor - capture.refundedMinor);
  return {
    moves: [
      ...planVoid(family, voided, now),
      ...refunds.map(({ item, takenMinor }) => ({ authorizationId: item.authorizationId, refundedMinor: takenMinor })),
    ],
    refunds: refunds.map(({ item, takenMinor }) => ({ captureId: item.id, amountMinor: takenMinor })),
    voidedMinor: voided,
    refundedMinor: refunded,
    remainingMinor: reversible - voided - refunded,
  };
}
