import type { TenantScope } from "./tenant-scopes";

export const MERCHANT_SCOPES = ["sale", "refund", "read", "manage"] as const;

export type MerchantScope = (typeof MERCHANT_SCOPES)[number];

/** A tenant's key needs these scopes to do all that a merchant's key with the scope may do. */
export const TENANT_SCOPES_OF: Readonly<Record<MerchantScope, readonly TenantScope[]>> = {
  sale: ["payments:write"],
  refund: ["payments:write"],
  read: ["payments:read", "money:read", "webhooks:read"],
  manage: ["payments:write", "webhooks:write"],
};
