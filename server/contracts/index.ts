import * as authorizations from "./authorizations";
import * as health from "./health";
import type { OperationContract } from "./operation";
import * as paymentCodes from "./payment-codes";
import * as tenants from "./tenants";
import * as webhooks from "./webhook-subscriptions";

/** Every operation of /v1. OpenAPI, route files and the fast host are held to this list by a test. */
export const V1_OPERATIONS: readonly OperationContract[] = [
  authorizations.createAuthorization,
  authorizations.getAuthorization,
  authorizations.captureAuthorization,
  authorizations.incrementAuthorization,
  authorizations.reverseAuthorization,
  paymentCodes.createPaymentCode,
  paymentCodes.redeemPaymentCode,
  paymentCodes.getPaymentCode,
  paymentCodes.revokePaymentCode,
  webhooks.createSubscription,
  webhooks.listSubscriptions,
  webhooks.getSubscription,
  webhooks.updateSubscription,
  webhooks.revokeSubscription,
  webhooks.rotateSecret,
  webhooks.listDeliveries,
  webhooks.sendTestEvent,
  webhooks.retryDelivery,
  tenants.getTenantIdentity,
  health.getHealth,
];
