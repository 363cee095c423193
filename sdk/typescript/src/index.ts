export {
  type AnswerOf,
  type CallOptions,
  type ClosedLoop,
  closedLoop,
  type InputOf,
  type MerchantSettings,
  type Schemas,
  type TenantSettings,
} from "./client.ts";
export {
  ApiError,
  AuthenticationError,
  ClosedLoopError,
  ConflictError,
  InvalidRequestError,
  NoAnswerError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServiceError,
} from "./errors.ts";
export { List } from "./pages.ts";
export {
  RecentDeliveries,
  type VerifiedWebhook,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from "./webhooks.ts";
