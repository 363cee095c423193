import { bindRoute } from "@/server/api/bind-route";
import { listAccountsEndpoint, openAccountEndpoint } from "@/server/api/endpoints/members/members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(openAccountEndpoint, listAccountsEndpoint);
