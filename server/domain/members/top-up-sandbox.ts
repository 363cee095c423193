import { topUpTestAccounts } from "../ledger";
import { listSharedMembers } from "../users";

/**
 * Gives the members of the public sandbox back what its visitors have spent, in the test environment only. Safe to
 * repeat. Returns how many accounts were funded.
 */
export async function topUpSandbox(input: { readonly now: Date }): Promise<number> {
  return await topUpTestAccounts({ memberIds: await listSharedMembers(), now: input.now });
}
