import type { ReverseKind } from "@/server/contracts/rest/authorization-schemas";
import { DomainError } from "@/server/domain/errors";
import type { CaptureRow } from "../authorization";
import { drawnMembers, type Family } from "../family";
import { atTime, holdLeft, ownFigures } from "../figures";
import { standingOf, stateDetails } from "../standing";
import { drawFrom } from "./draw-from";
import type { Move } from "./move-family";

interface ReverseRequest {
  /** Null: all of it. */
  readonly amountMinor: bigint | null;
  /** Only held money, or only captured money. Null: without an amount both, with one a void while nothing is captured. */
  readonly kind: ReverseKind | null;
}

/** What a reverse gives back: held money (void) and captured money (refunds, by capture). Minor units. */
export interface ReversePlan {
  readonly moves: readonly Move[];
  readonly refunds: readonly { readonly captureId: string; readonly amountMinor: bigint }[];
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  /** What could still be reversed on the target after it. */
  readonly remainingMinor: bigint;
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
  { amountMinor, kind: askedKind }: ReverseRequest,
  now: Date,
): ReversePlan {
  const { status, figures, holdMinor, refundableMinor } = standingOf(family, now);
  const operations = askedKind ? [askedKind] : (["void", "refund"] as const);
  const details = stateDetails(family, now, ...operations);
  if ((askedKind === "refund" ? 0n : holdMinor) + (askedKind === "void" ? 0n : refundableMinor) === 0n) {
    const nothing = `Nothing is left to ${askedKind ?? "reverse"}`;
    throw new DomainError("authorization_not_reversible", `${nothing}: the status is ${status}.`, { details });
  }
  const kindOfAmount = figures.capturedMinor === 0n ? "void" : "refund";
  const kind = askedKind ?? (amountMinor === null ? null : kindOfAmount);
  const voided = kind === "refund" ? 0n : (amountMinor ?? holdMinor);
  const refunded = kind === "void" ? 0n : (amountMinor ?? refundableMinor);
  if (voided > holdMinor || refunded > refundableMinor) {
    throw new DomainError("amount_exceeds_reversible", "The amount is more than can be reversed.", {
      field: "amount",
      details: { reversible: kind === "void" ? details.voidable : details.refundable, kind, ...details },
    });
  }
  const refunds = drawFrom(captures, refunded, (capture) => capture.amountMinor - capture.refundedMinor);
  return {
    moves: [
      ...planVoid(family, voided, now),
      ...refunds.map(({ item, takenMinor }) => ({ authorizationId: item.authorizationId, refundedMinor: takenMinor })),
    ],
    refunds: refunds.map(({ item, takenMinor }) => ({ captureId: item.id, amountMinor: takenMinor })),
    voidedMinor: voided,
    refundedMinor: refunded,
    remainingMinor: holdMinor + refundableMinor - voided - refunded,
  };
}
