import { TENANT_SCOPES } from "@/server/contracts/keys/tenant-scopes";
import type { ListedApiKey } from "@/server/domain/queries";
import { presentDate } from "../shared/values";

export function presentApiKey(key: ListedApiKey) {
  const { id, label, publicKey, secretLast4, requireSignature, isShared, createdAt, createdBy } = key;
  return {
    id,
    label,
    publicKey,
    secretLast4,
    requireSignature,
    isShared,
    scopes: TENANT_SCOPES.filter((scope) => key.scopes.includes(scope)),
    allowedAddresses: [...key.allowedAddresses],
    createdBy,
    createdAt: presentDate(createdAt),
    expiresAt: presentDate(key.expiresAt),
    lastUsedAt: presentDate(key.lastUsedAt),
    revokedAt: presentDate(key.revokedAt),
  };
}
