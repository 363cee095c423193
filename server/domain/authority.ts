import type { AuthorizationRow } from "./authorizations/authorization";
import type { AcquirerCaller, Environment, TenantCaller, TenantRole } from "./caller";
import { DomainError, PermissionError } from "./errors";

/** Reading needs no permission: every role may read, and sees no secret. */
export type Permission =
  | "move_money"
  | "manage_codes"
  | "manage_webhooks"
  | "manage_keys"
  | "manage_merchants"
  | "manage_members"
  | "play_sandbox"
  | "manage_team"
  | "manage_owners"
  | "manage_tenant";

const EVERYTHING: readonly TenantRole[] = ["owner", "admin"];
const WITH_DEVELOPERS: readonly TenantRole[] = [...EVERYTHING, "developer"];

/** Developers work in the sandbox; in live they manage webhooks and read. */
const ALLOWED: Readonly<Record<Permission, Readonly<Record<Environment, readonly TenantRole[]>>>> = {
  move_money: { live: EVERYTHING, test: WITH_DEVELOPERS },
  manage_codes: { live: EVERYTHING, test: WITH_DEVELOPERS },
  manage_webhooks: { live: WITH_DEVELOPERS, test: WITH_DEVELOPERS },
  manage_keys: { live: EVERYTHING, test: WITH_DEVELOPERS },
  manage_merchants: { live: EVERYTHING, test: WITH_DEVELOPERS },
  manage_members: { live: EVERYTHING, test: WITH_DEVELOPERS },
  play_sandbox: { live: [], test: WITH_DEVELOPERS },
  manage_team: { live: EVERYTHING, test: EVERYTHING },
  manage_owners: { live: ["owner"], test: ["owner"] },
  manage_tenant: { live: EVERYTHING, test: EVERYTHING },
};

export function isAllowed(role: TenantRole, environment: Environment, permission: Permission): boolean {
  return ALLOWED[permission][environment].includes(role);
}

/** Lets pages leave out what would be refused. */
export function permissionsOf(role: TenantRole, environment: Environment): Permission[] {
  return (Object.keys(ALLOWED) as Permission[]).filter((permission) => isAllowed(role, environment, permission));
}

/** A suspended tenant makes no new holds, codes or agreements. Throws `tenant_suspended`. */
export function requireActiveTenant(caller: { readonly isTenantSuspended: boolean }): void {
  if (caller.isTenantSuspended) throw new DomainError("tenant_suspended", "The tenant is suspended.");
}

/** Keys may do whatever their surface offers. Throws `not_permitted`. */
export function requirePermission(caller: TenantCaller | { readonly kind: "merchant" }, permission: Permission): void {
  if (caller.kind !== "staff" || isAllowed(caller.role, caller.environment, permission)) return;
  throw new PermissionError("not_permitted", `Your role (${caller.role}) doesn’t allow this.`);
}

/** The person or key that moved money. Null in rows from before this was recorded. */
export type ActorColumns = Pick<AuthorizationRow, "actorKind" | "actorId">;

export function actorOf(caller: AcquirerCaller): {
  readonly [Column in keyof ActorColumns]: NonNullable<ActorColumns[Column]>;
} {
  switch (caller.kind) {
    case "staff":
      return { actorKind: "staff", actorId: caller.userId };
    case "tenant":
      return { actorKind: "api_key", actorId: caller.apiKeyId };
    case "merchant":
      return { actorKind: caller.key.kind, actorId: caller.key.id };
  }
}
