interface Worded {
  readonly label: string;
  readonly help: string;
  readonly action: `merchant.${string}_changed`;
  readonly says: string;
}

/** `start` is the value for new merchants. */
type MerchantSetting =
  | (Worded & { readonly kind: "switch"; readonly start: boolean })
  | (Worded & { readonly kind: "zone"; readonly start: string });

/**
 * Settings of a merchant, each stored in a column of the same name. Schemas, decisions, the form, and the audit log derive from
 * this.
 */
export const MERCHANT_SETTINGS = {
  isSameDayReversalEnabled: {
    kind: "switch",
    start: false,
    label: "Same-day reversal",
    help: "A captured payment can be reversed in full until it settles.",
    action: "merchant.same_day_reversal_changed",
    says: "Changed same-day reversal",
  },
  isFeeReturned: {
    kind: "switch",
    start: false,
    label: "Refunds return the fee",
    help: "A refund returns the corresponding part of the payment’s fee.",
    action: "merchant.fee_return_changed",
    says: "Changed whether refunds return the fee",
  },
  timeZone: {
    kind: "zone",
    start: "UTC",
    label: "Time zone",
    help: "Settlement days and the days, weeks, and months of new agreements and recurring codes follow this time zone. UTC follows your own.",
    action: "merchant.time_zone_changed",
    says: "Changed the time zone",
  },
} as const satisfies Readonly<Record<string, MerchantSetting>>;

export type MerchantSettingName = keyof typeof MERCHANT_SETTINGS;
export const MERCHANT_SETTING_NAMES = Object.keys(MERCHANT_SETTINGS) as [MerchantSettingName, ...MerchantSettingName[]];

export interface ValueOfKind {
  switch: boolean;
  zone: string;
}

export type MerchantSettings = {
  readonly [Name in MerchantSettingName]: ValueOfKind[(typeof MERCHANT_SETTINGS)[Name]["kind"]];
};

export const NEW_MERCHANT_SETTINGS = Object.fromEntries(
  MERCHANT_SETTING_NAMES.map((name) => [name, MERCHANT_SETTINGS[name].start]),
) as unknown as MerchantSettings;
