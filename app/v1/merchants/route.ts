import { bindRoute } from "@/server/api/bind-route";
import { createMerchantEndpoint, listMerchantsEndpoint } from "@/server/api/endpoints/merchants/merchants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(
  createMerchantEndpoint,
  listMerchantsEndpoint,
);
