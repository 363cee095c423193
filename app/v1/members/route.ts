import { bindRoute } from "@/server/api/bind-route";
import { createMemberEndpoint, listMembersEndpoint } from "@/server/api/endpoints/members/members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(createMemberEndpoint, listMembersEndpoint);
