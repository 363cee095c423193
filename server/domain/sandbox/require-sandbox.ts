import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { DomainError } from "../errors";

/** Nothing of the sandbox may ever touch live money, no matter who calls it. Throws `not_found`, `not_permitted`. */
export function requireSandbox(caller: TenantCaller): void {
  if (caller.environment !== "test") throw new DomainError("not_found", "There is nothing at this URL.");
  requirePermission(caller, "play_sandbox");
}
