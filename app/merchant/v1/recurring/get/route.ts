import { bindRoute } from "@/server/api/bind-route";
import { getRecurringEndpoint } from "@/server/api/endpoints/recurring/recurring";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getRecurringEndpoint);
