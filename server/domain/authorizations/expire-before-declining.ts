import { expireHolds } from "./expire-holds";

/** A decision that would decline for lack of funds while the account still has holds that are overdue. */
export interface OverdueHolds {
  readonly overdueAccountId: string;
}

/** Decides, and if only overdue holds stand in the way, expires them and decides once more (design 6). */
export async function expireBeforeDeclining<Outcome extends object>(
  now: Date,
  decideAndWrite: (mayExpire: boolean) => Promise<Outcome | OverdueHolds>,
): Promise<Outcome> {
  const first = await decideAndWrite(true);
  if (!("overdueAccountId" in first)) return first;
  await expireHolds({ now, accountId: first.overdueAccountId });
  const second = await decideAndWrite(false);
  if ("overdueAccountId" in second) throw new Error("a decision after expiry asked for expiry");
  return second;
}
