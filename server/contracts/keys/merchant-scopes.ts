/** What a merchant's key may do. Each operation of the merchant surface needs one of them. */
export const MERCHANT_SCOPES = ["sale", "refund", "read", "manage"] as const;

export type MerchantScope = (typeof MERCHANT_SCOPES)[number];
