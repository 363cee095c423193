import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
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
  readonly email: string;
  readonly aheadMs: number;
}

export function tenantRoleOf(kind: string): TenantRole | null {
  return ROLES[kind] ?? null;
}

/** Read each time, so that a removed role ends at once. Throws `not_found`, also if there is no such tenant. */
export async function actAsStaff(
  caller: UserCaller,
  input: { readonly tenant: string; readonly environment: Environment },
): Promise<StaffCaller> {
  const staff = await findStaff(caller, input.environment, sql`t.slug = ${input.tenant}`);
  if (!staff) throw new DomainError("not_found", "No such page, or you don’t have access to it.");
  return staff;
}

/** For background work: the person who began it, with their current role. Throws `not_permitted` if they have none anymore. */
export async function actAsStaffAgain(
  { userId, requestId, now }: Pick<StaffCaller, "userId" | "requestId" | "now">,
  { tenantId, environment }: Pick<StaffCaller, "tenantId" | "environment">,
): Promise<StaffCaller> {
  const staff = await findStaff({ userId, requestId, now }, environment, sql`t.id = ${tenantId}`);
  if (!staff) throw new DomainError("not_permitted", "You no longer have access to this tenant.");
  return staff;
}

async function findStaff(
  { userId, now, requestId }: Pick<UserCaller, "userId" | "now" | "requestId">,
  environment: Environment,
  isTenant: Sql,
): Promise<StaffCaller | null> {
  const [role] = await query<Role>(
    getPool(),
    sql`SELECT r.kind, t.id AS tenant_id, t.status = 'suspended' AS is_suspended, t.time_zone, u.email,
        ${aheadMsOf(sql`t.id`, sql`${environment}::environment`)} AS ahead_ms
      FROM roles r JOIN tenants t ON t.id = r.tenant_id JOIN users u ON u.id = r.user_id
      WHERE r.user_id = ${userId} AND ${isTenant}`,
  );
  const tenantRole = role && tenantRoleOf(role.kind);
  if (!role || !tenantRole) return null;
  return {
    kind: "staff",
    tenantId: role.tenantId,
    isTenantSuspended: role.isSuspended,
    environment,
    userId,
    email: role.email,
    role: tenantRole,
    timeZone: role.timeZone,
    ...inOwnTime(now, role.aheadMs),
    requestId,
  };
}
