import { getPrisma } from "@/server/db/prisma";
import type { RecordId } from "@/server/platform/ids";
import type { Environment, StaffCaller, TenantRole, UserCaller } from "../caller";
import { DomainError } from "../errors";

const ROLES: Readonly<Record<string, TenantRole>> = {
  tenant_owner: "owner",
  tenant_admin: "admin",
  tenant_developer: "developer",
  tenant_viewer: "viewer",
};

export function tenantRoleOf(kind: string): TenantRole | null {
  return ROLES[kind] ?? null;
}

/**
 * The user in the role they have at a tenant. Asked of the database each time, so that a role that was taken away ends
 * at once. Throws `not_found` where they have none, or where no such tenant is: the two are not told apart.
 */
export async function actAsStaff(
  caller: UserCaller,
  input: { readonly tenant: string; readonly environment: Environment },
): Promise<StaffCaller> {
  const { userId, email, now, requestId } = caller;
  const role = await getPrisma().role.findFirst({
    where: { userId, tenant: { slug: input.tenant } },
    include: { tenant: true },
  });
  const tenantRole = role && tenantRoleOf(role.kind);
  if (!role?.tenant || !tenantRole) throw new DomainError("not_found", "There is no such page for you.");
  return {
    kind: "staff",
    tenantId: role.tenant.id as RecordId,
    isTenantSuspended: role.tenant.status === "suspended",
    environment: input.environment,
    userId,
    email,
    role: tenantRole,
    now,
    requestId,
  };
}
