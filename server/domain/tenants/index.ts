export {
  activeAt,
  createApiKey,
  getApiKey,
  listTenantKeys,
  type NewApiKey,
  replaceApiKey,
  revokeApiKey,
  rollApiKey,
  setSignatureRequirement,
  type TenantKey,
} from "./api-keys";
export { approveTenant, setTenantStatus, setTenantTier, writeApprovedTier } from "./change-any-tenant";
export {
  changeTimeZone,
  createTenant,
  getTenant,
  renameTenant,
  requestLive,
  setLiveBodies,
  type Tenant,
  writeTenant,
} from "./change-tenant";
export { type ApiKey, findApiKey, markApiKeyUsed, storeApiKeyTag } from "./find-api-key";
export { getTenantBySlug, type ListedTenant, listLiveRequests, tenantList } from "./list-tenants";
export { isSharedTenant, lockOwnTenant, lockTenant, lockTenantRow, requireRoom } from "./lock-tenant";
