import { bindRoute } from "@/server/api/bind-route";
import { rescueAuthorizationEndpoint } from "@/server/api/endpoints/sandbox/sandbox";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(rescueAuthorizationEndpoint);
