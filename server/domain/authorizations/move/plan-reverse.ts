import type { ReverseKind } from "@/server/contracts/rest/authorization-schemas";
import { DomainError } from "@/server/domain/errors";
import { formatAmount } from "@/server/platform/money";
import type { CaptureRow } from "../authorization";
import { currentStatus, stateDetails } from "../current-status";
import { drawnMembers, type Family } from "../family";
import { atTime, holdLeft, singleFigures } from "../figures";
import { drawFrom } from "./draw-from";
import type { Move } from "./move-family";

interface ReverseRequest {
  readonly amountMinor: bigint | null;
  /** Reverse only held or only captured money. Null lets the amount decide. */
  readonly kind: ReverseKind | null;
}

interface Reversible {
  readonly holdMinor: bigint;
  readonly refundableMinor: bigint;
}

/**
 * Splits an amount between the hold and the captures; null if neither can carry it. A `kind` takes from its own side only.
 * Without one, an amount equal to both sides together undoes both, one that the captures can carry is a refund, and one that
 * only the hold can carry is a void.
 */
export function splitReversal({ amountMinor, kind }: ReverseRequest, { holdMinor, refundableMinor }: Reversible) {
  const all = { void: holdMinor, refund: refundableMinor, both: holdMinor + refundableMinor }[kind ?? "both"];
  const amount = amountMinor ?? all;
  const isAll = kind === null && amount === all;
  if (isAll) return { voidedMinor: holdMinor, refundedMinor: refundableMinor };
  if (kind !== "void" && amount <= refundableMinor) return { voidedMinor: 0n, refundedMinor: amount };
  if (kind !== "refund" && amount <= holdMinor) return { voidedMinor: amount, refundedMinor: 0n };
  return null;
}

/** Amounts that a reverse gives back: held money (void) and captured money (refunds, by capture). Minor units. */
export interface ReversePlan {
  readonly moves: readonly Move[];
  readonly refunds: readonly { readonly captureId: string; readonly amountMinor: bigint }[];
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly remainingMinor: bigint;
}

export function planVoid(family: Family, voidedMinor: bigint, now: Date): Move[] {
  const draws = drawFrom(drawnMembers(family), voidedMinor, (member) =>
    holdLeft(atTime(singleFigures(member), family.root.expiresAt, now)),
  );
  return draws.map(({ item, takenMinor }) => ({ authorizationId: item.id, voidedMinor: takenMinor }));
}

/** `captures` are those of the authorizations that the target may draw on, oldest first, which is the order of refunds. */
export function planReverse(
  family: Family,
  captures: readonly CaptureRow[],
  request: ReverseRequest,
  now: Date,
): ReversePlan {
  const { kind } = request;
  const { status, holdMinor, refundableMinor } = currentStatus(family, now);
  const operations = kind ? [kind] : (["void", "refund"] as const);
  const details = stateDetails(family, now, ...operations);
  if ((kind === "refund" ? 0n : holdMinor) + (kind === "void" ? 0n : refundableMinor) === 0n) {
    const nothing = `Nothing is left to ${kind ?? "reverse"}`;
    throw new DomainError("authorization_not_reversible", `${nothing}: the status is ${status}.`, { details });
  }
  const split = splitReversal(request, { holdMinor, refundableMinor });
  if (split === null) {
    const allMinor = { void: holdMinor, refund: refundableMinor, both: holdMinor + refundableMinor }[kind ?? "both"];
    throw exceedsReversible(kind, formatAmount(allMinor, family.target.currency), details);
  }
  const { voidedMinor: voided, refundedMinor: refunded } = split;
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

/** Reports what each kind could take, even if none was requested. */
function exceedsReversible(
  kind: ReverseKind | null,
  reversible: number,
  details: ReturnType<typeof stateDetails>,
): DomainError {
  const { voidable, refundable } = details;
  const message = `The amount is more than can be reversed. Of kind void, up to ${voidable} can be; of kind refund, up to ${refundable}.`;
  return new DomainError("amount_exceeds_reversible", message, {
    field: "amount",
    details: { reversible, kind, ...details },
  });
}
