import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { MemberId, TenantId } from "@/server/platform/noun-ids";
import type { Environment, MemberCaller, OperatorCaller, StaffCaller, TenantRole, UserCaller } from "../caller";
import { DomainError } from "../errors";
import { aheadMsOf, inOwnTime } from "../sandbox-clock";

/**
 * The member chosen for this session while the user still has that role, else the first. Read from the database each time, so
 * that a removed role ends at once. Throws `not_permitted`.
 */
export async function actAsMember(caller: UserCaller): Promise<MemberCaller> {
  const { userId, sessionId, now, requestId } = caller;
  const [member] = await query<{ id: MemberId; tenantId: TenantId; environment: Environment; aheadMs: number }>(
    getPool(),
    sql`SELECT m.id, m.tenant_id, m.environment, ${aheadMsOf(sql`m.tenant_id`, sql`m.environment`)} AS ahead_ms FROM roles r JOIN members m ON m.id = r.member_id
      WHERE r.user_id = ${userId} AND r.kind = 'member'
      ORDER BY m.id IS DISTINCT FROM (SELECT s.member_id FROM portal_sessions s WHERE s.id = ${sessionId}),
        r.id LIMIT 1`,
  );
  if (!member) throw new DomainError("not_permitted", "This page is for members. This login isn’t one.");
  const { id, tenantId, environment, aheadMs } = member;
  return {
    kind: "member",
    memberId: id,
    tenantId,
    environment,
    ...inOwnTime(now, aheadMs),
    requestId,
  };
}

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

/** Read from the database each time. Throws `not_permitted`. */
export async function actAsOperator(
  caller: UserCaller,
  input: { readonly environment: Environment },
): Promise<OperatorCaller> {
  const { userId, email, now, requestId } = caller;
  const [role] = await query<{ isShared: boolean }>(
    getPool(),
    sql`SELECT u.is_shared FROM roles r JOIN users u ON u.id = r.user_id
      WHERE r.user_id = ${userId} AND r.kind = 'network_operator' LIMIT 1`,
  );
  if (!role) throw new DomainError("not_permitted", "This page is for the network’s operators.");
  const { isShared } = role;
  return { kind: "operator", userId, email, isShared, environment: input.environment, now, requestId };
}

export function sharedOperator(): DomainError {
  return new DomainError(
    "not_permitted",
    "This demo login is shared. It can see everything but can’t change what others rely on.",
  );
}
