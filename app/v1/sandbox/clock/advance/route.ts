import { bindRoute } from "@/server/api/bind-route";
import { advanceSandboxClockEndpoint } from "@/server/api/endpoints/sandbox/sandbox-clock";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(advanceSandboxClockEndpoint);
