export { approveTenant, setTenantStatus, setTenantTier } from "./change-any-tenant";
export { createApiKey } from "./create-api-key";
export { createTenant } from "./create-tenant";
export { type ApiKey, findApiKey } from "./find-api-key";
export { getApiKey } from "./get-api-key";
export { getTenant, type Tenant } from "./get-tenant";
export { listTenantKeys, type TenantKey } from "./list-tenant-keys";
export { getTenantBySlug, type ListedTenant, listTenants } from "./list-tenants";
export { markApiKeyUsed } from "./mark-api-key-used";
