import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { giveTestSecondFactor } from "./second-factors";
import type { TestTenant } from "./tenants";

/**
 * Approves a tenant like an operator does, so that its people can set things up in live, and gives second factors to those who
 * need one.
 */
export async function approveTestTenant({ id }: TestTenant): Promise<void> {
  const at = now();
  await getPrisma().tenant.update({ where: { id }, data: { liveAskedAt: at, liveApprovedAt: at } });
  const kind = { in: ["tenant_owner" as const, "tenant_admin" as const] };
  const roles = await getPrisma().role.findMany({ where: { tenantId: id, kind } });
  for (const { userId } of roles) await giveTestSecondFactor({ id: userId });
}
