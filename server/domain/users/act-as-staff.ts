import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { TenantId } from "@/server/platform/noun-ids";
import type { Environment, StaffCaller, TenantRole, UserCaller } from "../caller";
import { DomainError } from "../errors";
import { aheadMsOf, inOwnTime } from "../sandbox-clock";

const ROLES: Readonly<Record<string, TenantRole>> = {
  tenant_owner: "owner",
  tenant_admin: "admin",
  tenant_developer: "developer",
  tenant_viewer: "viewer",
};

interface Role {
  readonly kind: string;
  readonly tenantId: TenantId;
  readonly isSuspended: boolean;
  readonly timeZone: string;
  readonly aheadMs: number;
}

export function tenantRoleOf(kind: string): TenantRole | null {
  return ROLES[kind] ?? null;
}

/**
 * The user in the role they have at a tenant. Asked of the database each time, so that a role that was taken away ends
 * at once. Throws `not_found` where they have none, or where there is no such tenant: the answer is the same for both.
 */
export async function actAsStaff(
  caller: UserCaller,
  input: { readonly tenant: string; readonly environment: Environment },
): Promise<StaffCaller> {
  const { userId, email, now, requestId } = caller;
  const [role] = await query<Role>(
    getPool(),
    sql`SELECT r.kind, t.id AS tenant_id, t.status = 'suspended' AS is_suspended, t.time_zone,
        ${aheadMsOf(sql`t.id`, sql`${input.environment}::environment`)} AS ahead_ms
      FROM roles r JOIN tenants t ON t.id = r.tenant_id WHERE r.user_id = ${userId} AND t.slug = ${input.tenant}`,
  );
  const tenantRole = role && tenantRoleOf(role.kind);
  if (!role || !tenantRole) throw new DomainError("not_found", "No such page, or you don’t have access to it.");
  return {
    kind: "staff",
    tenantId: role.tenantId,
    isTenantSuspended: role.isSuspended,
    environment: input.environment,
    userId,
    email,
    role: tenantRole,
    timeZone: role.timeZone,
    ...inOwnTime(now, role.aheadMs),
    requestId,
  };
}
