import type { HappenedItem } from "@/server/domain/queries";
import type { SandboxClock } from "@/server/domain/sandbox";
import { presentAmount, presentDate } from "../shared/values";

export function presentClockPage({ now, realNow, aheadMs, isFixed, jump }: SandboxClock) {
  return {
    now: presentDate(now),
    realNow: presentDate(realNow),
    aheadMs,
    isFixed,
    move: jump && {
      from: presentDate(jump.fromAt),
      to: presentDate(jump.toAt),
      hasArrived: jump.arrivedAt !== null,
      moments: byMoment(jump.happened.items),
      hasMore: jump.happened.hasMore,
    },
  };
}

function byMoment(items: readonly HappenedItem[]) {
  const moments = new Map<string, ReturnType<typeof presentItem>[]>();
  for (const item of items) {
    const at = presentDate(item.at);
    moments.set(at, [...(moments.get(at) ?? []), presentItem(item)]);
  }
  return [...moments].map(([at, shown]) => ({ at, items: shown }));
}

function presentItem({ kind, id, of, amountMinor, currency, subscriptionId, attempt, hasArrived }: HappenedItem) {
  const amount = amountMinor === null || currency === null ? null : presentAmount(amountMinor, currency);
  return { kind, id, of, amount, currency, subscriptionId, attempt, hasArrived };
}
