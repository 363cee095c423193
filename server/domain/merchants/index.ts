export { allowSameDayReversal, changeMerchant, changeMerchantSettings, setMerchantStatus } from "./change-merchant";
export { createMerchant, writeMerchant } from "./create-merchant";
export { findMerchant, lockOwnMerchant, MERCHANT_FACTS, type MerchantFacts, requireOwnMerchant } from "./find-merchant";
export {
  findMerchantKey,
  type MerchantKey,
  markMerchantKeyUsed,
  storeMerchantKeyTag,
} from "./find-merchant-key";
export { isMerchantCategory, listMerchantCategories, nameOfCategory } from "./list-merchant-categories";
export {
  getMerchant,
  type ListedMerchant,
  type ListedMerchantKey,
  listMerchantNames,
  merchantKeyList,
  merchantList,
} from "./list-merchants";
export { createMerchantKey, type NewMerchantKey, revokeMerchantKey, rollMerchantKey } from "./merchant-keys";
export {
  getPayoutAccounts,
  type PayoutAccount,
  type PayoutAccounts,
  setPayoutAccount,
} from "./payout-account";
export { SEALED_PAYOUT_ACCOUNTS } from "./sealed-payout-accounts";
