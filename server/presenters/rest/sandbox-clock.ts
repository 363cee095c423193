import type { HappenedItem } from "@/server/domain/queries";
import type { SandboxClock } from "@/server/domain/sandbox";
import { presentAmount, presentDate } from "../shared/values";

export function presentSandboxClock({ now, realNow, aheadMs, jump }: SandboxClock) {
  return {
    now: presentDate(now),
    realNow: presentDate(realNow),
    aheadSeconds: Math.round(aheadMs / 1_000),
    lastMove: jump && {
      from: presentDate(jump.fromAt),
      to: presentDate(jump.toAt),
      arrived: jump.arrivedAt !== null,
      happened: jump.happened.items.map(presentHappened),
      hasMore: jump.happened.hasMore,
    },
  };
}

function presentHappened({ at, kind, id, amountMinor, currency, attempt, hasArrived }: HappenedItem) {
  return {
    at: presentDate(at),
    kind,
    id,
    amount: amountMinor === null || currency === null ? null : presentAmount(amountMinor, currency),
    currency,
    attempt,
    delivered: hasArrived,
  };
}
