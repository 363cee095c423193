import { formatAmount } from "@/server/platform/money";
import { DomainError } from "../errors";
import { drawFrom } from "./draw-from";
import { drawnMembers, type Family, targetFigures } from "./family";
import { atTime, holdLeft, ownFigures, statusOf } from "./figures";
import type { Move } from "./move-family";

const CAPTURABLE = ["Authorization Approved", "Authorization Partially Captured", "Authorization Partially Reversed"];

/** From whose holds a capture takes how much. Amounts are minor units of the family's currency. */
export interface CapturePlan {
  readonly moves: readonly Move[];
  readonly amountMinor: bigint;
  /** Hold left on the target after it. */
  readonly remainingMinor: bigint;
}

/** Takes `amountMinor` from hold, the target first, then its increments, oldest first. Null takes all that is left. */
export function planCapture(family: Family, requestedMinor: bigint | null, now: Date): CapturePlan {
  const { root, target } = family;
  const figures = targetFigures(family, now);
  const hold = target.outcome === "approved" ? holdLeft(figures) : 0n;
  if (hold === 0n) {
    const status = target.outcome === "approved" ? statusOf(figures) : "Authorization Declined";
    throw new DomainError("authorization_not_capturable", `Nothing is held any more: the status is ${status}.`, {
      details: { status, allowed: CAPTURABLE },
    });
  }
  const amountMinor = requestedMinor ?? hold;
  if (amountMinor > hold) {
    throw new DomainError("amount_exceeds_remaining_hold", "The amount is more than the hold that is left.", {
      field: "amount",
      details: { remaining: formatAmount(hold, target.currency) },
    });
  }
  const draws = drawFrom(drawnMembers(family), amountMinor, (member) =>
    holdLeft(atTime(ownFigures(member), root.expiresAt, now)),
  );
  const moves = draws.map(({ item, takenMinor }) => ({ authorizationId: item.id, capturedMinor: takenMinor }));
  return { moves, amountMinor, remainingMinor: hold - amountMinor };
}
