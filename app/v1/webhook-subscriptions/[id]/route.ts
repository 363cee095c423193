import { bindRoute } from "@/server/api/bind-route";
import {
  getSubscriptionEndpoint,
  revokeSubscriptionEndpoint,
  updateSubscriptionEndpoint,
} from "@/server/api/endpoints/webhooks/webhook-subscriptions";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = bindRoute(
  getSubscriptionEndpoint,
  updateSubscriptionEndpoint,
  revokeSubscriptionEndpoint,
);
