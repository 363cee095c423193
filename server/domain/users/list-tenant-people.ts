import { getPrisma } from "@/server/db/prisma";
import type { TenantId } from "@/server/platform/noun-ids";
import type { OperatorCaller, TenantRole } from "../caller";
import { tenantRoleOf } from "./act-as-staff";

export interface TenantPerson {
  readonly email: string;
  readonly role: TenantRole;
  readonly isShared: boolean;
  readonly since: Date;
}

const MAX_PEOPLE = 100;

/** Oldest first, at most 100. For operators only. */
export async function listTenantPeople(
  _caller: OperatorCaller,
  input: { readonly tenantId: TenantId },
): Promise<TenantPerson[]> {
  const roles = await getPrisma().role.findMany({
    where: { tenantId: input.tenantId },
    select: { kind: true, createdAt: true, user: { select: { email: true, isShared: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_PEOPLE,
  });
  return roles.flatMap(({ kind, user, createdAt: since }) => {
    const role = tenantRoleOf(kind);
    return role ? [{ ...user, since, role }] : [];
  });
}
