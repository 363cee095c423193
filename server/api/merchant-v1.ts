import * as paymentCodes from "./endpoints/payment-codes/merchant-payment-codes";
import * as records from "./endpoints/records/merchant-records";
import * as recurring from "./endpoints/recurring/recurring";
import * as transactions from "./endpoints/transactions/transactions";
import * as webhooks from "./endpoints/webhooks/webhook-subscriptions";
import type { Endpoint } from "./kit/endpoint";

export const MERCHANT_ENDPOINTS: readonly Endpoint[] = [
  paymentCodes.validatePaymentCodeEndpoint,
  paymentCodes.sellPaymentCodeEndpoint,
  paymentCodes.chargePaymentCodeEndpoint,
  transactions.authorizeTransactionEndpoint,
  transactions.incrementTransactionEndpoint,
  transactions.captureTransactionEndpoint,
  transactions.voidTransactionEndpoint,
  transactions.sellTransactionEndpoint,
  transactions.refundTransactionEndpoint,
  transactions.reverseTransactionEndpoint,
  transactions.getTransactionEndpoint,
  records.listMerchantAuthorizationsEndpoint,
  records.listTransactionsEndpoint,
  records.listMerchantRefundsEndpoint,
  records.listSettlementsEndpoint,
  records.listMerchantLinesEndpoint,
  records.listMerchantPayoutsEndpoint,
  records.getMerchantBalancesEndpoint,
  records.listMerchantEntriesEndpoint,
  recurring.authorizeRecurringEndpoint,
  recurring.chargeRecurringEndpoint,
  recurring.getRecurringEndpoint,
  recurring.listRecurringEndpoint,
  recurring.preflightRecurringEndpoint,
  recurring.revokeRecurringEndpoint,
  recurring.getChargeRequestEndpoint,
  webhooks.createOwnSubscriptionEndpoint,
  webhooks.listOwnSubscriptionsEndpoint,
  webhooks.getOwnSubscriptionEndpoint,
  webhooks.updateOwnSubscriptionEndpoint,
  webhooks.deleteOwnSubscriptionEndpoint,
  webhooks.rotateOwnSecretEndpoint,
  webhooks.makeOwnNextSecretEndpoint,
  webhooks.listOwnDeliveriesEndpoint,
  webhooks.retryOwnDeliveryEndpoint,
  webhooks.replayOwnEventsEndpoint,
  webhooks.getOwnReplayEndpoint,
  webhooks.cancelOwnReplayEndpoint,
  webhooks.listMerchantEventsEndpoint,
  webhooks.getMerchantEventEndpoint,
];

export const MERCHANT_OPERATIONS = MERCHANT_ENDPOINTS.map(({ contract }) => contract);
