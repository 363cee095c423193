import { bindRoute } from "@/server/api/bind-route";
import { listPayoutsEndpoint } from "@/server/api/endpoints/settlement/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listPayoutsEndpoint);
