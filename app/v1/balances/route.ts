import { bindRoute } from "@/server/api/bind-route";
import { listBalancesEndpoint } from "@/server/api/endpoints/balances/balances";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listBalancesEndpoint);
