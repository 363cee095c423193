import {
  MERCHANT_SETTING_NAMES,
  type MerchantSettings,
  NEW_MERCHANT_SETTINGS,
} from "@/server/contracts/merchant-settings";

export function presentSettings(merchant: MerchantSettings): MerchantSettings {
  const pairs = MERCHANT_SETTING_NAMES.map((name) => [name, merchant[name]]);
  return { ...NEW_MERCHANT_SETTINGS, ...Object.fromEntries(pairs) };
}
