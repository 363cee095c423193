import { bindRoute } from "@/server/api/bind-route";
import { createFundingEndpoint, listFundingsEndpoint } from "@/server/api/endpoints/members/fundings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(createFundingEndpoint, listFundingsEndpoint);
