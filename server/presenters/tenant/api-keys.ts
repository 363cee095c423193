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
    createdBy,
    createdAt: presentDate(createdAt),
    lastUsedAt: presentDate(key.lastUsedAt),
    revokedAt: presentDate(key.revokedAt),
  };
}
