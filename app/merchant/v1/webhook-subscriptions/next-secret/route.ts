import { bindRoute } from "@/server/api/bind-route";
import { makeOwnNextSecretEndpoint } from "@/server/api/endpoints/webhooks/merchant-webhooks";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(makeOwnNextSecretEndpoint);
