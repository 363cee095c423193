import { bindRoute } from "@/server/api/bind-route";
import { reverseTransactionEndpoint } from "@/server/api/endpoints/transactions/transactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(reverseTransactionEndpoint);
