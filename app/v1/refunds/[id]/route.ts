import { bindRoute } from "@/server/api/bind-route";
import { getRefundEndpoint } from "@/server/api/endpoints/records/records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getRefundEndpoint);
