import { DomainError } from "@/server/domain/errors";
import { currentStatus, exceedsHold, stateDetails } from "../current-status";
import { drawnMembers, type Family } from "../family";
import { atTime, holdLeft, singleFigures } from "../figures";
import { drawFrom } from "./draw-from";
import type { Move } from "./move-family";

/** How much a capture takes from whose hold. Amounts are minor units of the family's currency. */
export interface CapturePlan {
  readonly moves: readonly Move[];
  readonly amountMinor: bigint;
  readonly remainingMinor: bigint;
}

/** Takes from the target first, then its increments, oldest first. Null takes all that is left. */
export function planCapture(family: Family, requestedMinor: bigint | null, now: Date): CapturePlan {
  const { root } = family;
  const { status, holdMinor } = currentStatus(family, now);
  if (holdMinor === 0n) {
    throw new DomainError("authorization_not_capturable", `Nothing is held anymore: the status is ${status}.`, {
      details: stateDetails(family, now, "capture"),
    });
  }
  const amountMinor = requestedMinor ?? holdMinor;
  if (amountMinor > holdMinor) throw exceedsHold(family, now, "capture");
  const draws = drawFrom(drawnMembers(family), amountMinor, (member) =>
    holdLeft(atTime(singleFigures(member), root.expiresAt, now)),
  );
  const moves = draws.map(({ item, takenMinor }) => ({ authorizationId: item.id, capturedMinor: takenMinor }));
  return { moves, amountMinor, remainingMinor: holdMinor - amountMinor };
}
