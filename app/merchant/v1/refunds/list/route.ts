import { bindRoute } from "@/server/api/bind-route";
import { listMerchantRefundsEndpoint } from "@/server/api/endpoints/records/merchant-records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listMerchantRefundsEndpoint);
