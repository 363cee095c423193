import * as authorizations from "./authorizations";
import * as health from "./health";
import * as merchantPaymentCodes from "./merchant-payment-codes";
import type { OperationContract } from "./operation";
import * as paymentCodes from "./payment-codes";
import * as recurring from "./recurring";
import * as sandbox from "./sandbox";
import * as tenants from "./tenants";
import * as transactions from "./transactions";
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
  sandbox.createMemberCode,
  sandbox.approveAgreement,
  sandbox.denyAgreement,
  sandbox.settle,
  sandbox.fundAccount,
  health.getHealth,
];

/** Every operation of /merchant/v1. */
export const MERCHANT_OPERATIONS: readonly OperationContract[] = [
  merchantPaymentCodes.validatePaymentCode,
  merchantPaymentCodes.sellPaymentCode,
  merchantPaymentCodes.chargePaymentCode,
  transactions.authorizeTransaction,
  transactions.captureTransaction,
  transactions.sellTransaction,
  transactions.voidTransaction,
  transactions.refundTransaction,
  transactions.reverseTransaction,
  transactions.getTransaction,
  recurring.authorizeRecurring,
  recurring.chargeRecurring,
  recurring.revokeRecurring,
  recurring.getRecurring,
];
