export { allowSameDayReversal, setMerchantStatus } from "./change-any-merchant";
export { revokeMerchantKey, setSameDayReversal } from "./change-merchant";
export { createMerchant } from "./create-merchant";
export { createMerchantKey, type NewMerchantKey } from "./create-merchant-key";
export { findMerchantKey, type MerchantKey } from "./find-merchant-key";
export { isMerchantCategory, listMerchantCategories } from "./list-merchant-categories";
export { getMerchant, type ListedMerchant, type ListedMerchantKey, listMerchants } from "./list-merchants";
export { getNetworkMerchant, listNetworkMerchants, type NetworkMerchant } from "./list-network-merchants";
export { markMerchantKeyUsed } from "./mark-merchant-key-used";
