import { bindRoute } from "@/server/api/bind-route";
import { getHealthEndpoint } from "@/server/api/endpoints/tenants/health";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getHealthEndpoint);
