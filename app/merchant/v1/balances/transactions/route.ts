import { bindRoute } from "@/server/api/bind-route";
import { listMerchantEntriesEndpoint } from "@/server/api/endpoints/records/merchant-records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listMerchantEntriesEndpoint);
