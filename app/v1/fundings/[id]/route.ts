import { bindRoute } from "@/server/api/bind-route";
import { getFundingEndpoint } from "@/server/api/endpoints/members/fundings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getFundingEndpoint);
