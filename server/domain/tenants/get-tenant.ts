import { getPrisma } from "@/server/db/prisma";
import type { TenantId } from "@/server/platform/noun-ids";
import type { StaffCaller } from "../caller";

export interface Tenant {
  readonly id: TenantId;
  readonly slug: string;
  readonly title: string;
  readonly status: "active" | "suspended";
  readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  readonly liveAskedAt: Date | null;
  readonly liveApprovedAt: Date | null;
  readonly keepsLiveBodies: boolean;
  readonly timeZone: string;
  readonly createdAt: Date;
}

export async function getTenant(caller: StaffCaller): Promise<Tenant> {
  const { tenantId: id } = caller;
  return { ...(await getPrisma().tenant.findUniqueOrThrow({ where: { id } })), id };
}
