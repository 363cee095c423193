import { MERCHANT_SCOPES } from "@/server/contracts/keys/merchant-scopes";
import type {
  ListedMerchant,
  ListedMerchantKey,
  NewMerchantKey,
  PayoutAccount,
  PayoutAccounts,
} from "@/server/domain/merchants";
import type { MerchantPrice } from "@/server/domain/settlement";
import { presentCategory } from "../shared/codes";
import { presentSettings } from "../shared/merchant-settings";
import { presentAmount, presentDate, presentDay } from "../shared/values";

export function presentMerchantRecord(merchant: ListedMerchant) {
  const { id, name, mcc, externalId, status, isDefault, createdAt } = merchant;
  const settings = presentSettings(merchant);
  return { id, name, mcc, externalId, status, isDefault, settings, createdAt: presentDate(createdAt) };
}

/** With what a console adds to the record. */
export function presentMerchant(merchant: ListedMerchant) {
  const { mcc, isShared, keys } = merchant;
  return { ...presentMerchantRecord(merchant), category: presentCategory(mcc), isShared, keys: Number(keys) };
}

export function presentPayoutAccount({ merchantId, country, last4, createdAt, worksFrom }: PayoutAccount) {
  const times = { createdAt: presentDate(createdAt), worksFrom: presentDate(worksFrom) };
  return { merchant: merchantId, country, last4, ...times };
}

export function presentMerchantPrice({ rateBps, fixedMinor, effectiveOn, createdAt, ...price }: MerchantPrice) {
  return {
    id: price.id,
    currency: price.currency,
    basisPoints: rateBps,
    fixed: presentAmount(fixedMinor, price.currency),
    effectiveOn: presentDay(effectiveOn),
    state: price.state,
    createdAt: presentDate(createdAt),
  };
}

export function presentMerchantDetails(
  merchant: ListedMerchant,
  { current, next }: PayoutAccounts,
  prices: readonly MerchantPrice[],
) {
  return {
    ...presentMerchantRecord(merchant),
    payoutAccount: current && presentPayoutAccount(current),
    nextPayoutAccount: next && presentPayoutAccount(next),
    prices: prices.map(presentMerchantPrice),
  };
}

export function presentMerchantKeyRecord({ id, keyId, label, scopes, ...times }: ListedMerchantKey) {
  return {
    id,
    keyId,
    name: label,
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
