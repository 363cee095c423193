import { MERCHANT_SCOPES } from "@/server/contracts/choices";
import type { ListedMerchant, ListedMerchantKey, NewMerchantKey } from "@/server/domain/merchants";
import { presentSettings } from "../shared/merchant-settings";
import { presentDate } from "../shared/values";

export function presentMerchantRecord(merchant: ListedMerchant) {
  const { id, name, mcc, externalId, status, isDefault, createdAt } = merchant;
  const settings = presentSettings(merchant);
  return { id, name, mcc, externalId, status, isDefault, settings, createdAt: presentDate(createdAt) };
}

export function presentMerchantKeyRecord({ id, keyId, label, scopes, ...times }: ListedMerchantKey) {
  return {
    ...{ id, keyId, name: label },
    scopes: MERCHANT_SCOPES.filter((scope) => scopes.includes(scope)),
    createdAt: presentDate(times.createdAt),
    expiresAt: presentDate(times.expiresAt),
    lastUsedAt: presentDate(times.lastUsedAt),
    revokedAt: presentDate(times.revokedAt),
  };
}

export function presentNewMerchantKey({ key, ...listed }: NewMerchantKey) {
  return { ...presentMerchantKeyRecord(listed), key };
}
