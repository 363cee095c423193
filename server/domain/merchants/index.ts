export { createMerchant } from "./create-merchant";
export { createMerchantKey } from "./create-merchant-key";
export { findMerchantKey, type MerchantKey } from "./find-merchant-key";
export { markMerchantKeyUsed } from "./mark-merchant-key-used";
