import { getPrisma } from "@/server/db/prisma";
import type { OperatorCaller } from "../caller";
import type { Tenant } from "./get-tenant";

export interface TenantKey {
  readonly id: string;
  readonly publicKey: string;
  readonly label: string | null;
  readonly requireSignature: boolean;
  readonly isShared: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const SHOWN = {
  ...{ id: true, publicKey: true, label: true, requireSignature: true, isShared: true },
  ...{ createdAt: true, lastUsedAt: true, revokedAt: true },
} as const;
const MAX_KEYS = 50;

/** In the operator's environment, at most 50: working ones, then the last revoked. */
export async function listTenantKeys(
  { environment }: OperatorCaller,
  { id: tenantId }: Pick<Tenant, "id">,
): Promise<TenantKey[]> {
  return getPrisma().apiKey.findMany({
    where: { tenantId, environment },
    select: SHOWN,
    orderBy: [{ revokedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
    take: MAX_KEYS,
  });
}
