import { bindRoute } from "@/server/api/bind-route";
import { listBatchLinesEndpoint } from "@/server/api/endpoints/settlement/settlement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(listBatchLinesEndpoint);
