export { createApiKey } from "./create-api-key";
export { createTenant } from "./create-tenant";
export { type ApiKey, findApiKey } from "./find-api-key";
export { getApiKey } from "./get-api-key";
export { getTenant, type Tenant } from "./get-tenant";
export { markApiKeyUsed } from "./mark-api-key-used";
