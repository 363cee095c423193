import { bindRoute } from "@/server/api/bind-route";
import { issueCardEndpoint, listCardsEndpoint } from "@/server/api/endpoints/members/cards";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(issueCardEndpoint, listCardsEndpoint);
