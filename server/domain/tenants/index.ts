export {
  createApiKey,
  getApiKey,
  listTenantKeys,
  type NewApiKey,
  replaceApiKey,
  revokeApiKey,
  rollApiKey,
  setSignatureRequirement,
  type TenantKey,
  workingAt,
} from "./api-keys";
export { approveTenant, setTenantStatus, setTenantTier, writeApprovedTier } from "./change-any-tenant";
export {
  askForLive,
  changeTimeZone,
  createTenant,
  getTenant,
  keepLiveBodies,
  renameTenant,
  type Tenant,
  writeTenant,
} from "./change-tenant";
export { type ApiKey, findApiKey, keepApiKeyTag, markApiKeyUsed } from "./find-api-key";
export { getTenantBySlug, type ListedTenant, listLiveRequests, listTenants } from "./list-tenants";
export { holdOwnTenant, holdTenant, isSharedTenant, lockTenant, requireRoom } from "./lock-tenant";
