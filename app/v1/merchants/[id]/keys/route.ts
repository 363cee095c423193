import { bindRoute } from "@/server/api/bind-route";
import { createMerchantKeyEndpoint, listMerchantKeysEndpoint } from "@/server/api/endpoints/merchants/merchants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(
  createMerchantKeyEndpoint,
  listMerchantKeysEndpoint,
);
