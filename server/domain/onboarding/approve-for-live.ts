import type { OperatorCaller } from "../caller";
import { resolveNotices } from "../notifications";
import { approveTenant } from "../tenants";

/** Also marks the request as read for every operator. Throws as `approveTenant` does. */
export function approveForLive(caller: OperatorCaller, input: { readonly slug: string }): Promise<void> {
  return approveTenant(caller, input, (tenantId, work) =>
    resolveNotices({ cause: `live:${tenantId}`, of: "operators", now: caller.now }, work),
  );
}
