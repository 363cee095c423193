import { bindRoute } from "@/server/api/bind-route";
import { sellPaymentCodeEndpoint } from "@/server/api/endpoints/payment-codes/merchant-payment-codes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(sellPaymentCodeEndpoint);
