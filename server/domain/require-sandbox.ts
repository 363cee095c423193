import { requirePermission } from "./authority";
import type { TenantCaller } from "./caller";
import { DomainError } from "./errors";

/** Nothing of the sandbox may ever touch live money, no matter who calls it. Throws `not_found`, `not_permitted`. */
export function requireSandbox(caller: TenantCaller): void {
  requireTest(caller);
  requirePermission(caller, "play_sandbox");
}

/** For looking only, which every role may. Throws `not_found`. */
export function requireTest({ environment }: TenantCaller): void {
  if (environment !== "test") throw new DomainError("not_found", "There is nothing at this URL.");
}
