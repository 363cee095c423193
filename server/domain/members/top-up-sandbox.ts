import { newRecordId } from "@/server/platform/ids";
import type { NetworkCaller } from "../caller";
import { listLowTestAccounts } from "../ledger";
import { listSharedMembers } from "../users";
import { DEMO_MEMBER } from "./demo-member";
import { fundAccount } from "./write-funding";

/**
 * Gives the members of the public sandbox back what its visitors have spent, in the test environment only; what has more
 * keeps it. Touches what `fundAccount` touches. A repeat finds nothing missing. Returns how many accounts were funded.
 */
export async function topUpSandbox({ now }: { readonly now: Date }): Promise<number> {
  const caller: NetworkCaller = { kind: "network", environment: "test", now, requestId: newRecordId(now) };
  const low = await listLowTestAccounts([...(await listSharedMembers()), DEMO_MEMBER]);
  for (const { id: accountId, currency, missingMinor: amountMinor } of low) {
    await fundAccount(caller, { accountId, currency, amountMinor });
  }
  return low.length;
}
