import { bindRoute } from "@/server/api/bind-route";
import { listRecurringEndpoint } from "@/server/api/endpoints/recurring/recurring";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listRecurringEndpoint);
