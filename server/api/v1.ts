import * as accounts from "./endpoints/accounts/accounts";
import * as authorizations from "./endpoints/authorizations/authorizations";
import * as balances from "./endpoints/balances/balances";
import * as disputes from "./endpoints/disputes/disputes";
import * as cards from "./endpoints/members/cards";
import * as floats from "./endpoints/members/floats";
import * as fundings from "./endpoints/members/fundings";
import * as memberPayouts from "./endpoints/members/member-payouts";
import * as members from "./endpoints/members/members";
import * as merchants from "./endpoints/merchants/merchants";
import * as network from "./endpoints/network/network";
import * as paymentCodes from "./endpoints/payment-codes/payment-codes";
import * as records from "./endpoints/records/records";
import * as reports from "./endpoints/reports/reports";
import * as sandbox from "./endpoints/sandbox/sandbox";
import * as sandboxClock from "./endpoints/sandbox/sandbox-clock";
import * as settlement from "./endpoints/settlement/settlement";
import { getHealthEndpoint } from "./endpoints/tenants/health";
import { listRequestsEndpoint } from "./endpoints/tenants/requests";
import { getTenantIdentityEndpoint } from "./endpoints/tenants/tenants";
import * as webhooks from "./endpoints/webhooks/webhook-subscriptions";
import type { Endpoint } from "./kit/endpoint";

/** Every endpoint of /v1. The fast host, OpenAPI, and the tests derive from this list. */
export const V1_ENDPOINTS: readonly Endpoint[] = [
  authorizations.createAuthorizationEndpoint,
  records.listAuthorizationsEndpoint,
  authorizations.getAuthorizationEndpoint,
  authorizations.incrementAuthorizationEndpoint,
  authorizations.captureAuthorizationEndpoint,
  authorizations.reverseAuthorizationEndpoint,
  records.listCapturesEndpoint,
  records.getCaptureEndpoint,
  records.listRefundsEndpoint,
  records.getRefundEndpoint,
  disputes.listDisputesEndpoint,
  disputes.getDisputeEndpoint,
  disputes.closeDisputeEndpoint,
  merchants.createMerchantEndpoint,
  merchants.listMerchantsEndpoint,
  merchants.getMerchantEndpoint,
  merchants.updateMerchantEndpoint,
  merchants.setPayoutAccountEndpoint,
  merchants.setMerchantPriceEndpoint,
  merchants.createMerchantKeyEndpoint,
  merchants.listMerchantKeysEndpoint,
  merchants.rollMerchantKeyEndpoint,
  merchants.revokeMerchantKeyEndpoint,
  members.createMemberEndpoint,
  members.listMembersEndpoint,
  members.getMemberEndpoint,
  members.updateMemberEndpoint,
  members.inviteMemberEndpoint,
  members.openAccountEndpoint,
  members.listAccountsEndpoint,
  members.getAccountEndpoint,
  accounts.listAllAccountsEndpoint,
  accounts.listAccountEntriesEndpoint,
  accounts.getAccountBalanceEndpoint,
  accounts.listAccountStatementsEndpoint,
  floats.openFloatEndpoint,
  floats.listFloatsEndpoint,
  fundings.createFundingEndpoint,
  fundings.listFundingsEndpoint,
  fundings.getFundingEndpoint,
  fundings.reverseFundingEndpoint,
  memberPayouts.createMemberPayoutEndpoint,
  memberPayouts.listMemberPayoutsEndpoint,
  memberPayouts.getMemberPayoutEndpoint,
  cards.issueCardEndpoint,
  cards.listCardsEndpoint,
  cards.getCardEndpoint,
  cards.updateCardEndpoint,
  cards.replaceCardEndpoint,
  settlement.listBatchesEndpoint,
  settlement.getBatchEndpoint,
  settlement.listBatchLinesEndpoint,
  settlement.listPayoutsEndpoint,
  settlement.getPayoutEndpoint,
  balances.listBalancesEndpoint,
  balances.listBalanceTransactionsEndpoint,
  reports.createReportEndpoint,
  reports.listReportsEndpoint,
  reports.getReportEndpoint,
  paymentCodes.createPaymentCodeEndpoint,
  paymentCodes.redeemPaymentCodeEndpoint,
  paymentCodes.getPaymentCodeEndpoint,
  paymentCodes.revokePaymentCodeEndpoint,
  paymentCodes.replacePaymentCodeEndpoint,
  webhooks.createSubscriptionEndpoint,
  webhooks.listSubscriptionsEndpoint,
  webhooks.getSubscriptionEndpoint,
  webhooks.updateSubscriptionEndpoint,
  webhooks.rotateSecretEndpoint,
  webhooks.makeNextSecretEndpoint,
  webhooks.sendTestEventEndpoint,
  webhooks.listDeliveriesEndpoint,
  webhooks.retryDeliveryEndpoint,
  webhooks.getReplayEndpoint,
  webhooks.replayEventsEndpoint,
  webhooks.cancelReplayEndpoint,
  webhooks.listEventsEndpoint,
  webhooks.getEventEndpoint,
  webhooks.revokeSubscriptionEndpoint,
  network.importBankStatementEndpoint,
  network.listBankStatementsEndpoint,
  network.getBankStatementEndpoint,
  network.getReservesEndpoint,
  getTenantIdentityEndpoint,
  listRequestsEndpoint,
  sandbox.createMemberCodeEndpoint,
  sandbox.replaceMemberCodeEndpoint,
  sandbox.approveAgreementEndpoint,
  sandbox.denyAgreementEndpoint,
  sandbox.approveChargeRequestEndpoint,
  sandbox.denyChargeRequestEndpoint,
  sandbox.rescueAuthorizationEndpoint,
  disputes.openSandboxDisputeEndpoint,
  disputes.answerSandboxDisputeEndpoint,
  sandbox.settleEndpoint,
  sandbox.answerPayoutEndpoint,
  sandbox.fundAccountEndpoint,
  sandboxClock.getSandboxClockEndpoint,
  sandboxClock.advanceSandboxClockEndpoint,
  getHealthEndpoint,
];

export const V1_OPERATIONS = V1_ENDPOINTS.map(({ contract }) => contract);
