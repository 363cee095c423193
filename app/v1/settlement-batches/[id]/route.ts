import { bindRoute } from "@/server/api/bind-route";
import { getBatchEndpoint } from "@/server/api/endpoints/settlement/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getBatchEndpoint);
