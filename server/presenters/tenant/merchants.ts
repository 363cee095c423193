import {
  MERCHANT_SETTING_NAMES,
  type MerchantSettings,
  NEW_MERCHANT_SETTINGS,
} from "@/server/contracts/merchant-settings";
import type { ListedMerchant, ListedMerchantKey } from "@/server/domain/merchants";
import type { MerchantMoney } from "@/server/domain/queries";
import { presentCategory } from "../shared/codes";
import { presentAmount, presentDate } from "../shared/values";

export function presentMerchant(merchant: ListedMerchant) {
  const { id, name, mcc, status, isDefault, isShared, keys, createdAt } = merchant;
  return {
    id,
    name,
    category: presentCategory(mcc),
    status,
    isDefault,
    settings: settingsOf(merchant),
    isShared,
    keys: Number(keys),
    createdAt: presentDate(createdAt),
  };
}

function settingsOf(merchant: MerchantSettings): MerchantSettings {
  const pairs = MERCHANT_SETTING_NAMES.map((name) => [name, merchant[name]]);
  return { ...NEW_MERCHANT_SETTINGS, ...Object.fromEntries(pairs) };
}

export function presentMerchantKey({ id, keyId, isShared, createdAt, lastUsedAt, revokedAt }: ListedMerchantKey) {
  return {
    id,
    keyId,
    isShared,
    createdAt: presentDate(createdAt),
    lastUsedAt: presentDate(lastUsedAt),
    revokedAt: presentDate(revokedAt),
  };
}

/** Where a merchant's money is. */
export function presentMoneyOf({
  currency,
  pendingMinor,
  settledMinor,
  paidOutMinor,
  carriedOverMinor,
}: MerchantMoney) {
  const amount = (minor: bigint) => presentAmount(minor, currency);
  return {
    currency,
    pending: amount(pendingMinor),
    settled: amount(settledMinor),
    paidOut: amount(paidOutMinor),
    carriedOver: amount(carriedOverMinor),
  };
}
