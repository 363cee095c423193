import { bindRoute } from "@/server/api/bind-route";
import { captureAuthorizationEndpoint } from "@/server/api/endpoints/authorizations/authorizations";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(captureAuthorizationEndpoint);
