import type { AcquirerCaller } from "@/server/domain/caller";
import { type Decision, lacksFunds } from "@/server/domain/declines";
import type { AccountId } from "@/server/platform/noun-ids";
import { expireHolds } from "../move/expire-holds";

/** A decision that would decline for lack of funds which overdue holds of the account could cover. */
export interface OverdueHolds {
  readonly overdueAccountId: AccountId;
  readonly missingMinor: bigint;
}

/** The account's overdue holds, if they are what a decline for lack of funds is about; else null. */
export function overdueHoldsBehind(
  decision: Decision,
  amountMinor: bigint,
  account: { readonly accountId: AccountId; readonly availableMinor: bigint; readonly overdueMinor: bigint },
): OverdueHolds | null {
  const missingMinor = amountMinor - account.availableMinor;
  if (!lacksFunds(decision) || missingMinor > account.overdueMinor) return null;
  return { overdueAccountId: account.accountId, missingMinor };
}

/**
 * Those who ask for one account's expire its holds one after the other: at once they would wait for each other's locks. Where
 * one fails, so do all who wait for it: the database is away.
 */
const underWay = new Map<AccountId, Promise<unknown>>();

/**
 * Decides, and if overdue holds stand in the way, expires as many as are needed and decides once more (design 6). What that
 * gave back may be gone by then, to another request of the same moment: so the third time all of them are expired, and the
 * answer is what is decided then. By a sandbox clock that is ahead, only those of its tenant: another's, on the same account,
 * are overdue by another clock.
 */
export async function expireBeforeDeclining<Outcome extends object>(
  { now, tenantId, aheadMs }: Pick<AcquirerCaller, "now" | "tenantId" | "aheadMs">,
  decideAndWrite: (mayExpire: boolean) => Promise<Outcome | OverdueHolds>,
): Promise<Outcome> {
  const ofClock = aheadMs ? { sandboxOf: tenantId } : {};
  const first = await decideAndWrite(true);
  if (!("overdueAccountId" in first)) return first;
  const { overdueAccountId: accountId, missingMinor } = first;
  await inTurn(accountId, () => expireHolds({ now, accountId, enoughMinor: missingMinor, ...ofClock }));
  const second = await decideAndWrite(true);
  if (!("overdueAccountId" in second)) return second;
  await inTurn(accountId, () => expireHolds({ now, accountId, ...ofClock }));
  const third = await decideAndWrite(false);
  if ("overdueAccountId" in third) throw new Error("a decision after expiry asked for expiry");
  return third;
}

async function inTurn(accountId: AccountId, expire: () => Promise<unknown>): Promise<void> {
  const mine = (underWay.get(accountId) ?? Promise.resolve()).then(expire);
  underWay.set(accountId, mine);
  try {
    await mine;
  } finally {
    if (underWay.get(accountId) === mine) underWay.delete(accountId);
  }
}
