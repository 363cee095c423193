import { requirePermission } from "./authority";
import type { TenantCaller } from "./caller";
import { DomainError } from "./errors";

/** The sandbox must never touch live money. Throws `not_found`, `not_permitted`. */
export function requireSandbox(caller: TenantCaller): void {
  requireTest(caller);
  requirePermission(caller, "play_sandbox");
}

/** For reading, which every role may do. Throws `not_found`. */
export function requireTest({ environment }: TenantCaller): void {
  if (environment !== "test") throw new DomainError("not_found", "There is nothing at this URL.");
}
