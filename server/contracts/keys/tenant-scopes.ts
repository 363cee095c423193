/**
 * Resources of tenant scopes. Each operation of `/v1` reads or writes one, except the one that returns the caller's identity.
 */
export type TenantResource = "payments" | "money" | "merchants" | "members" | "webhooks" | "sandbox";

export const TENANT_SCOPES = [
  "payments:read",
  "payments:write",
  "money:read",
  "money:write",
  "merchants:read",
  "merchants:write",
  "members:read",
  "members:write",
  "webhooks:read",
  "webhooks:write",
  "sandbox:read",
  "sandbox:write",
] as const satisfies readonly `${TenantResource}:${"read" | "write"}`[];

export type TenantScope = (typeof TENANT_SCOPES)[number];
