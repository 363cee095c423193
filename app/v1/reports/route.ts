import { bindRoute } from "@/server/api/bind-route";
import { createReportEndpoint, listReportsEndpoint } from "@/server/api/endpoints/reports/reports";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(createReportEndpoint, listReportsEndpoint);
