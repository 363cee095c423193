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
 * Decides, and if overdue holds stand in the way, expires as many as are needed and decides once more (design 6). By a sandbox
 * clock that is ahead, only those of its tenant: another's, on the same account, are overdue by another clock.
 */
export async function expireBeforeDeclining<Outcome extends object>(
  { now, tenantId, aheadMs }: Pick<AcquirerCaller, "now" | "tenantId" | "aheadMs">,
  decideAndWrite: (mayExpire: boolean) => Promise<Outcome | OverdueHolds>,
): Promise<Outcome> {
  const first = await decideAndWrite(true);
  if (!("overdueAccountId" in first)) return first;
  const ofClock = aheadMs ? { sandboxOf: tenantId } : {};
  await expireHolds({ now, accountId: first.overdueAccountId, enoughMinor: first.missingMinor, ...ofClock });
  const second = await decideAndWrite(false);
  if ("overdueAccountId" in second) throw new Error("a decision after expiry asked for expiry");
  return second;
}
