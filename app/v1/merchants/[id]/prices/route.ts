import { bindRoute } from "@/server/api/bind-route";
import { setMerchantPriceEndpoint } from "@/server/api/endpoints/merchants/merchants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(setMerchantPriceEndpoint);
