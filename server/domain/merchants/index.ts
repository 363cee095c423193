export { allowSameDayReversal, setMerchantStatus } from "./change-any-merchant";
export { changeMerchant, changeMerchantSettings } from "./change-merchant";
export { createMerchant, writeMerchant } from "./create-merchant";
export { createMerchantKey, type NewMerchantKey } from "./create-merchant-key";
export { findMerchant } from "./find-merchant";
export {
  findMerchantKey,
  keepMerchantKeyTag,
  type MerchantKey,
  markMerchantKeyUsed,
  recallMerchantKey,
} from "./find-merchant-key";
export { isMerchantCategory, listMerchantCategories, nameOfCategory } from "./list-merchant-categories";
export {
  getMerchant,
  type ListedMerchant,
  type ListedMerchantKey,
  listMerchantKeyPage,
  listMerchantNames,
  listMerchantPage,
  listMerchants,
} from "./list-merchants";
export { MERCHANT_FACTS, type MerchantFacts } from "./merchant-facts";
export { lockOwnMerchant } from "./own-merchant";
export {
  getPayoutAccounts,
  type PayoutAccount,
  type PayoutAccounts,
  setPayoutAccount,
} from "./payout-account";
export { revokeMerchantKey } from "./revoke-merchant-key";
export { SEALED_PAYOUT_ACCOUNTS } from "./sealed-payout-accounts";
