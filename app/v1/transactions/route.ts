import { bindRoute } from "@/server/api/bind-route";
import { listCapturesEndpoint } from "@/server/api/endpoints/records/records";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listCapturesEndpoint);
