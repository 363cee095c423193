import { bindRoute } from "@/server/api/bind-route";
import { rotateSecretEndpoint } from "@/server/api/endpoints/webhook-subscriptions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(rotateSecretEndpoint);
