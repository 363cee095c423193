import { getPrisma } from "@/server/db/prisma";
import type { StaffCaller, TenantRole } from "@/server/domain/caller";
import { actAsStaff } from "@/server/domain/users";
import { createTestUser, type TestUser, userCaller } from "./portal";
import type { TestTenant } from "./tenants";

export interface TestPerson {
  readonly user: TestUser;
  readonly staff: StaffCaller;
}

export async function slugOf({ id }: TestTenant): Promise<string> {
  return (await getPrisma().tenant.findUniqueOrThrow({ where: { id } })).slug;
}

export async function createTestPerson(
  tenant: TestTenant,
  role: TenantRole,
  options: { readonly isShared?: boolean } = {},
): Promise<TestPerson> {
  const user = await createTestUser({ kind: `tenant_${role}`, tenantId: tenant.id }, options);
  return { user, staff: await staffOf(user, tenant) };
}

export async function staffOf(user: TestUser, tenant: TestTenant): Promise<StaffCaller> {
  const { environment } = tenant;
  return actAsStaff(await userCaller(user), { tenant: await slugOf(tenant), environment });
}
