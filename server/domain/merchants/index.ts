export { createMerchant } from "./create-merchant";
export { createMerchantKey } from "./create-merchant-key";
