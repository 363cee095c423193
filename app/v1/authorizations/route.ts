import { bindRoute } from "@/server/api/bind-route";
import { createAuthorizationEndpoint } from "@/server/api/endpoints/authorizations/authorizations";
import { listAuthorizationsEndpoint } from "@/server/api/endpoints/records/records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(
  createAuthorizationEndpoint,
  listAuthorizationsEndpoint,
);
