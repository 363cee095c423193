import type { OperatorCaller } from "../caller";
import { resolveNotices } from "../notifications";
import { approveTenant } from "../tenants";

/** Lets a tenant have live, and takes its request out of every operator's bell. Throws as `approveTenant`. */
export function approveForLive(caller: OperatorCaller, input: { readonly slug: string }): Promise<void> {
  return approveTenant(caller, input, (tenantId, work) =>
    resolveNotices({ cause: `live:${tenantId}`, of: "operators", now: caller.now }, work),
  );
}
