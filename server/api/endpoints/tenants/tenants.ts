import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getApiKey } from "@/server/domain/tenants";
import { presentTenantIdentity } from "@/server/presenters/rest/tenants";

export const getTenantIdentityEndpoint = tenantEndpoint({
  contract: getTenantIdentity,
  input: () => ({}),
  execute: getApiKey,
  present: (key) => answer(200, presentTenantIdentity(key)),
});
