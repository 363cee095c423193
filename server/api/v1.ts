import * as authorizations from "./endpoints/authorizations";
import { getHealthEndpoint } from "./endpoints/health";
import { getTenantIdentityEndpoint } from "./endpoints/tenants";
import type { Endpoint } from "./kit/endpoint";

/** Every endpoint of /v1. */
export const V1_ENDPOINTS: readonly Endpoint[] = [
  authorizations.createAuthorizationEndpoint,
  authorizations.getAuthorizationEndpoint,
  authorizations.captureAuthorizationEndpoint,
  authorizations.incrementAuthorizationEndpoint,
  authorizations.reverseAuthorizationEndpoint,
  getTenantIdentityEndpoint,
  getHealthEndpoint,
];
