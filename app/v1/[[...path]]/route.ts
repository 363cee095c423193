import { bindRoute } from "@/server/api/bind-route";
import { MERCHANT_ENDPOINTS } from "@/server/api/merchant-v1";
import { V1_ENDPOINTS } from "@/server/api/v1";

/** Unknown paths, and requests that Next's own routing would change before a handler sees them. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS);
