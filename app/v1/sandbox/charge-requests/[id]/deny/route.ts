import { bindRoute } from "@/server/api/bind-route";
import { denyChargeRequestEndpoint } from "@/server/api/endpoints/sandbox/sandbox";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(denyChargeRequestEndpoint);
