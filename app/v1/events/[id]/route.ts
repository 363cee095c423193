import { bindRoute } from "@/server/api/bind-route";
import { getEventEndpoint } from "@/server/api/endpoints/webhooks/webhook-subscriptions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(getEventEndpoint);
