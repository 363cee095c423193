import type { ApiKey } from "@/server/domain/tenants";
import { presentDate } from "./values";

/** Spec 2.7. `created` and `lastUsed` are the API key's. */
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
