import { bindRoute } from "@/server/api/bind-route";
import { redeemPaymentCodeEndpoint } from "@/server/api/endpoints/payment-codes/payment-codes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(redeemPaymentCodeEndpoint);
