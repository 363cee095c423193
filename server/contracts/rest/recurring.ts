import { defineOperation, ok, page } from "./operation";
import {
  AuthorizeRecurringBody,
  ChargedRecurring,
  ChargeRecurringBody,
  ChargeRequest,
  GetChargeRequestBody,
  GetRecurringBody,
  ListRecurringBody,
  PreflightedRecurring,
  PreflightRecurringBody,
  RecurringAuthorization,
  RecurringAuthorizationList,
  RequestedRecurring,
  RevokeRecurringBody,
} from "./recurring-schemas";
import { soldExample } from "./transactions";

const shared = { tag: "Recurring authorizations", auth: "merchant", method: "POST", idempotency: "optional" } as const;
const recurringAuthorizationId = "3Fq8rTD7pQv2Lm9Ka";

export const recurringExample = {
  id: recurringAuthorizationId,
  recurringAuthorizationId,
  status: "Active",
  active: true,
  merchant: "TESTmerchantCafe1",
  memberId: "TESTmemberAlice01",
  paymentMethod: "TESTacctAlice0001",
  merchantReference: "beans-monthly",
  description: "A bag of beans every month",
  currency: "USD",
  amount: null,
  maxAmount: 20,
  interval: "monthly",
  endsOn: null,
  timeZone: "UTC",
  nextChargeOn: "2026-12-21",
  charges: 1,
  chargeLimit: null,
  firstApproved: "2026-11-21T09:45:00.000Z",
  lastUsed: "2026-11-21T09:45:00.000Z",
  createdAt: "2026-11-21T09:30:00.000Z",
  expiresAt: "2026-11-28T09:30:00.000Z",
  approvedAt: "2026-11-21T09:41:00.000Z",
  deniedAt: null,
  revokedAt: null,
  revokedBy: null,
  revokeReason: null,
} as const;

export const chargeRequestExample = {
  chargeRequestId: "5Ks2nVbT8yRw3Xc6d",
  status: "Approved",
  recurringAuthorizationId,
  merchant: "TESTmerchantCafe1",
  memberId: "TESTmemberAlice01",
  amount: 35,
  currency: "USD",
  merchantReference: "beans-2026-12",
  exceeds: "maxAmount",
  createdAt: "2026-11-21T09:30:00.000Z",
  expiresAt: "2026-11-24T09:30:00.000Z",
  decidedAt: "2026-11-21T09:41:00.000Z",
  authorizationId: soldExample.authorizationId,
  recordId: soldExample.recordId,
  transactionId: soldExample.transactionId,
  receipt: soldExample.receipt,
} as const;

export const authorizeRecurring = defineOperation({
  ...shared,
  id: "authorizeRecurring",
  path: "/merchant/v1/recurring/authorize",
  summary: "Request a recurring authorization",
  description:
    "Asks the member, who has seven days to answer. Nothing can be charged until they approve. If a payment code doesn’t allow it, the response is Denied with the reason.",
  body: {
    schema: AuthorizeRecurringBody,
    example: {
      memberId: "TESTmemberAlice01",
      merchantReference: "beans-monthly",
      description: "A bag of beans every month",
      maxAmount: 20,
      interval: "monthly",
    },
  },
  responses: ok("Requested, or the earlier response for this Idempotency-Key.", RequestedRecurring, {
    recurringAuthorizationId,
    status: "PendingApproval",
    memberId: "TESTmemberAlice01",
    expiresAt: "2026-11-28T09:30:00.000Z",
    approvalUrl: `https://closed-loop.example/wallet/r/${recurringAuthorizationId}`,
    reasonCode: null,
    reasonMessage: null,
    details: null,
  }),
  errors: ["invalid_reference", "tenant_suspended", "recurring_request_limit_reached", "sandbox_clocks_differ"],
});

export const chargeRecurring = defineOperation({
  ...shared,
  idempotency: "recommended",
  id: "chargeRecurring",
  path: "/merchant/v1/recurring/charge",
  summary: "Charge a recurring authorization",
  description:
    "A merchant-initiated sale. Unless the agreement is Active, it is declined with 57, or with R1 once revoked. With `onExceed`, a charge over the cap or too early becomes a request to the member, who has three days to answer. An agreement has one pending request, and at most three in 24 hours.",
  unknownFields: "ignored",
  body: {
    schema: ChargeRecurringBody,
    example: { recurringAuthorizationId, amount: 18, merchantReference: "beans-2026-11" },
  },
  responses: ok("Charged or declined, or the earlier response for this Idempotency-Key.", ChargedRecurring, {
    transactionId: soldExample.transactionId,
    approved: true,
    riskScore: 0,
    status: "PendingSettlement",
    authorizationId: soldExample.authorizationId,
    recordId: soldExample.recordId,
    capturedAmount: 18,
    reasonCode: null,
    reasonMessage: null,
    details: null,
    receipt: soldExample.receipt,
    chargeRequestId: null,
    expiresAt: null,
    approvalUrl: null,
    merchantReference: "beans-2026-11",
    metadata: null,
  }),
  errors: [
    "recurring_authorization_not_found",
    "invalid_reference",
    "tenant_suspended",
    "sandbox_clocks_differ",
    "recurring_request_limit_reached",
  ],
});

export const revokeRecurring = defineOperation({
  ...shared,
  id: "revokeRecurring",
  path: "/merchant/v1/recurring/revoke",
  summary: "Revoke a recurring authorization",
  description: "Every later charge is declined. A pending request is withdrawn. Revoking twice isn’t an error.",
  body: { schema: RevokeRecurringBody, example: { recurringAuthorizationId, reason: "Subscription canceled" } },
  responses: ok("Revoked, or the earlier response for this Idempotency-Key.", RecurringAuthorization, {
    ...recurringExample,
    status: "Revoked",
    active: false,
    revokedAt: "2026-11-22T08:00:00.000Z",
    revokedBy: "merchant",
    revokeReason: "Subscription canceled",
  }),
  errors: ["recurring_authorization_not_found", "recurring_authorization_ended"],
});

export const getRecurring = defineOperation({
  ...shared,
  idempotency: "none",
  id: "getRecurring",
  path: "/merchant/v1/recurring/get",
  summary: "Get a recurring authorization",
  description: "Returns the agreement’s status, use, and terms: once approved, the terms that the member approved.",
  body: { schema: GetRecurringBody, example: { recurringAuthorizationId } },
  responses: ok("The record.", RecurringAuthorization, recurringExample),
  errors: ["recurring_authorization_not_found"],
});

export const listRecurring = defineOperation({
  ...shared,
  idempotency: "none",
  id: "listRecurring",
  path: "/merchant/v1/recurring/list",
  summary: "List recurring authorizations",
  description: "Everything the merchant requested, newest first, approved or not.",
  body: { schema: ListRecurringBody, isOptional: true, example: { status: "Active", limit: 10 } },
  responses: page(RecurringAuthorizationList, [recurringExample]),
  errors: ["invalid_reference"],
});

export const preflightRecurring = defineOperation({
  ...shared,
  idempotency: "none",
  id: "preflightRecurring",
  path: "/merchant/v1/recurring/preflight",
  summary: "Check a charge beforehand",
  description:
    "Checks whether a charge of this amount would be allowed on a given day by the agreement’s terms and the merchant’s status; if not, returns the decline reason. Nothing is recorded, and the member isn’t notified. The account’s funds and the risk score are checked only by the charge itself.",
  body: { schema: PreflightRecurringBody, example: { recurringAuthorizationId, amount: 18, on: "2026-12-01" } },
  responses: ok("Whether the charge would pass.", PreflightedRecurring, {
    recurringAuthorizationId,
    allowed: false,
    on: "2026-12-01",
    amount: 18,
    currency: "USD",
    reasonCode: "65",
    reasonMessage: "Too early. The next charge or use is due from 2026-12-20T00:00:00.000Z.",
    details: { limit: "interval", from: "2026-12-20T00:00:00.000Z", timeZone: "UTC" },
    earliestOn: "2026-12-20",
  }),
  errors: ["recurring_authorization_not_found", "invalid_reference", "tenant_suspended"],
});

export const getChargeRequest = defineOperation({
  ...shared,
  idempotency: "none",
  id: "getChargeRequest",
  path: "/merchant/v1/recurring/chargerequests/get",
  summary: "Get a charge request",
  description:
    "Returns the member’s answer, and the resulting payment or decline. Another charge, or the end of the agreement, withdraws a pending request. Each request ends with one payment or one decline, whose events name it in `metadata.chargeRequestId`.",
  body: { schema: GetChargeRequestBody, example: { chargeRequestId: chargeRequestExample.chargeRequestId } },
  responses: ok("The request.", ChargeRequest, chargeRequestExample),
  errors: ["charge_request_not_found"],
});
