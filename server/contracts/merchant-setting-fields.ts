import { z } from "zod";
import { TimeZoneField } from "./fields";
import {
  MERCHANT_SETTING_NAMES,
  MERCHANT_SETTINGS,
  type MerchantSettings,
  type ValueOfKind,
} from "./merchant-settings";

const VALUE_OF_KIND = { switch: z.boolean(), zone: TimeZoneField } satisfies {
  [Kind in keyof ValueOfKind]: z.ZodType<ValueOfKind[Kind]>;
};

function settingFields<Field extends z.ZodType>(toField: (value: z.ZodType) => Field): Record<string, Field> {
  const fields = MERCHANT_SETTING_NAMES.map((name) => {
    const { kind, help } = MERCHANT_SETTINGS[name];
    return [name, toField(VALUE_OF_KIND[kind].meta({ description: help }))] as const;
  });
  return Object.fromEntries(fields);
}

export const MerchantSettingsOutput = z
  .strictObject(settingFields((value) => value))
  .meta({ id: "MerchantSettings" }) as unknown as z.ZodType<MerchantSettings, MerchantSettings>;

export const MerchantSettingsInput = z.strictObject(
  settingFields((value) => value.exactOptional()),
) as unknown as z.ZodType<Partial<MerchantSettings>, Partial<MerchantSettings>>;
