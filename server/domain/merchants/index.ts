export { allowSameDayReversal, setMerchantStatus } from "./change-any-merchant";
export { createMerchant } from "./create-merchant";
export { createMerchantKey } from "./create-merchant-key";
export { findMerchantKey, type MerchantKey } from "./find-merchant-key";
export { getNetworkMerchant, listNetworkMerchants, type NetworkMerchant } from "./list-network-merchants";
export { markMerchantKeyUsed } from "./mark-merchant-key-used";
