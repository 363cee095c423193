import { bindRoute } from "@/server/api/bind-route";
import { getTenantIdentityEndpoint } from "@/server/api/endpoints/tenants/tenants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getTenantIdentityEndpoint);
