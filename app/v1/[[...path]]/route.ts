import { bindRoute } from "@/server/api/bind-route";
import { MERCHANT_ENDPOINTS } from "@/server/api/merchant-v1";
import { V1_ENDPOINTS } from "@/server/api/v1";

/** Every address that no other route answers, and what Next would read otherwise than it was sent. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(...V1_ENDPOINTS, ...MERCHANT_ENDPOINTS);
