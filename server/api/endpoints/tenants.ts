import { getTenantIdentity } from "@/server/contracts/tenants";
import { getApiKey } from "@/server/domain/tenants";
import { presentTenantIdentity } from "@/server/presenters/tenants";
import { answer, tenantEndpoint } from "../kit/endpoint";

export const getTenantIdentityEndpoint = tenantEndpoint({
  contract: getTenantIdentity,
  input: () => ({}),
  execute: getApiKey,
  present: (key) => answer(200, presentTenantIdentity(key)),
});
