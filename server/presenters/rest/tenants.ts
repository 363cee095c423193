import { permissionsOf } from "@/server/domain/authority";
import type { StaffCaller } from "@/server/domain/caller";
import type { ApiKey, Tenant } from "@/server/domain/tenants";
import { presentDate } from "../shared/values";

/** Contract 2.7. `created` and `lastUsed` are those of the API key. */
export function presentTenantIdentity(key: ApiKey) {
  return {
    id: key.tenantId,
    slug: key.tenantSlug,
    title: key.tenantTitle,
    status: key.tenantStatus,
    environment: key.environment,
    apiKey: key.publicKey,
    secretLast4: key.secretLast4,
    requireSignature: key.requireSignature,
    rateLimitTier: key.rateLimitTier,
    created: presentDate(key.createdAt),
    lastUsed: presentDate(key.lastUsedAt),
  };
}

export function presentTenantFacts(tenant: Tenant, { role, environment, aheadMs = 0 }: StaffCaller) {
  const { id, slug, title, status, rateLimitTier, liveAskedAt, liveApprovedAt, createdAt } = tenant;
  const { keepsLiveBodies, timeZone } = tenant;
  return {
    id,
    slug,
    title,
    status,
    rateLimitTier,
    environment,
    role,
    permissions: permissionsOf(role, environment),
    clockAheadMs: aheadMs,
    timeZone,
    liveAskedAt: presentDate(liveAskedAt),
    liveApprovedAt: presentDate(liveApprovedAt),
    keepsLiveBodies,
    createdAt: presentDate(createdAt),
  };
}
