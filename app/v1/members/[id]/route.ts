import { bindRoute } from "@/server/api/bind-route";
import { getMemberEndpoint, updateMemberEndpoint } from "@/server/api/endpoints/members/members";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getMemberEndpoint, updateMemberEndpoint);
