import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller, TenantRole } from "../caller";
import { tenantRoleOf } from "./act-as-staff";

export interface TenantPerson {
  readonly email: string;
  readonly role: TenantRole;
  /** A publicly known sandbox login. */
  readonly isShared: boolean;
  readonly since: Date;
}

const MAX_PEOPLE = 100;

/** Who may sign in for a tenant, first come first, at most 100. The caller's type says that an operator asks. */
export async function listTenantPeople(
  _caller: OperatorCaller,
  input: { readonly tenantId: string },
): Promise<TenantPerson[]> {
  const roles = await getPrisma().role.findMany({
    where: { tenantId: input.tenantId },
    include: { user: { select: { email: true, isShared: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_PEOPLE,
  });
  return roles.flatMap(({ kind, createdAt, user: { email, isShared } }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ email, role, isShared, since: createdAt }] : [];
  });
}
