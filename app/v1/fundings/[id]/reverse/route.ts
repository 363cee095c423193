import { bindRoute } from "@/server/api/bind-route";
import { reverseFundingEndpoint } from "@/server/api/endpoints/members/fundings";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(reverseFundingEndpoint);
