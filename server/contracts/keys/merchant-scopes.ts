export const MERCHANT_SCOPES = ["sale", "refund", "read", "manage"] as const;

export type MerchantScope = (typeof MERCHANT_SCOPES)[number];
