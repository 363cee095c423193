import { bindRoute } from "@/server/api/bind-route";
import { preflightRecurringEndpoint } from "@/server/api/endpoints/recurring/recurring";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(preflightRecurringEndpoint);
