import { bindRoute } from "@/server/api/bind-route";
import { refundTransactionEndpoint } from "@/server/api/endpoints/transactions/transactions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(refundTransactionEndpoint);
