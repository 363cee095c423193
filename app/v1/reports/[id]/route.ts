import { bindRoute } from "@/server/api/bind-route";
import { getReportEndpoint } from "@/server/api/endpoints/reports/reports";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getReportEndpoint);
