import { bindRoute } from "@/server/api/bind-route";
import { setPayoutAccountEndpoint } from "@/server/api/endpoints/merchants/merchants";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(setPayoutAccountEndpoint);
