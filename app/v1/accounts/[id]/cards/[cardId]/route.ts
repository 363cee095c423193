import { bindRoute } from "@/server/api/bind-route";
import { getCardEndpoint, updateCardEndpoint } from "@/server/api/endpoints/members/cards";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getCardEndpoint, updateCardEndpoint);
