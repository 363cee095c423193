import type { ListedMerchant, ListedMerchantKey } from "@/server/domain/merchants";
import type { MerchantMoney } from "@/server/domain/queries";
import { presentCategory } from "../shared/codes";
import { presentCsvCell } from "../shared/csv";
import type { Cells } from "../shared/list-csv";
import { presentSettings } from "../shared/merchant-settings";
import { presentAmount, presentDate } from "../shared/values";

export function presentMerchant(merchant: ListedMerchant) {
  const { id, name, mcc, status, isDefault, isShared, keys, createdAt } = merchant;
  return {
    id,
    name,
    category: presentCategory(mcc),
    status,
    isDefault,
    settings: presentSettings(merchant),
    isShared,
    keys: Number(keys),
    createdAt: presentDate(createdAt),
  };
}

export const MERCHANT_CELLS: Cells<ReturnType<typeof presentMerchant>> = {
  created_utc: ({ createdAt }) => createdAt,
  merchant_id: ({ id }) => presentCsvCell(id),
  name: ({ name }) => presentCsvCell(name),
  category: ({ category }) => presentCsvCell(category),
  status: ({ status }) => presentCsvCell(status),
  keys: ({ keys }) => presentCsvCell(keys),
};

export function presentMerchantKey(key: ListedMerchantKey) {
  const { id, keyId, label, scopes, isShared, createdAt, expiresAt, lastUsedAt, revokedAt } = key;
  return {
    id,
    keyId,
    label,
    scopes,
    expiresAt: presentDate(expiresAt),
    isShared,
    createdAt: presentDate(createdAt),
    lastUsedAt: presentDate(lastUsedAt),
    revokedAt: presentDate(revokedAt),
  };
}

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
