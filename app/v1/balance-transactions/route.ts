import { bindRoute } from "@/server/api/bind-route";
import { listBalanceTransactionsEndpoint } from "@/server/api/endpoints/balances/balances";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listBalanceTransactionsEndpoint);
