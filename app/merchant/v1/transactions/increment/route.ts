import { bindRoute } from "@/server/api/bind-route";
import { incrementTransactionEndpoint } from "@/server/api/endpoints/transactions/transactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(incrementTransactionEndpoint);
