import { bindRoute } from "@/server/api/bind-route";
import { getMerchantEndpoint, updateMerchantEndpoint } from "@/server/api/endpoints/merchants/merchants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getMerchantEndpoint, updateMerchantEndpoint);
