import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import type { TestTenant } from "./tenants";

/** As an operator approves a tenant: from now on its people may set things up in live. */
export async function approveTestTenant({ id }: TestTenant): Promise<void> {
  const at = now();
  await getPrisma().tenant.update({ where: { id }, data: { liveAskedAt: at, liveApprovedAt: at } });
}
