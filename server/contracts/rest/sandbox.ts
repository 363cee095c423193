import { z } from "zod";
import { lineWithInk, RecordIdField } from "@/server/contracts/fields";
import { created, defineOperation, ok } from "./operation";
import { CreatedMemberCode, CreateMemberCodeBody } from "./payment-code-schemas";
import { settlementIds } from "./reading-back/records";
import { PayoutStatusField } from "./reading-back/settlement";
import { chargeRequestExample, recurringExample } from "./recurring";
import { ApproveAgreementBody, ChargeRequest, RecurringAuthorization } from "./recurring-schemas";
import {
  FundAccountBody,
  FundedAccount,
  RescueBody,
  RescuedAuthorization,
  SettleBody,
  Settlement,
} from "./sandbox-schemas";
import { formatSecretShown } from "./secret-shown";

/** Not part of the contract: for developers, with test keys only; live keys get a 404 (design 6). */
const shared = {
  tag: "Sandbox",
  auth: "tenant",
  method: "POST",
  idempotency: "optional",
  isSandboxOnly: true,
} as const;

const PathId = (description: string, example: string) =>
  z.object({ id: z.string().meta({ description, examples: [example] }) });

const AgreementPath = PathId("recurringAuthorizationId.", recurringExample.recurringAuthorizationId);

const memberCode = {
  status: "Code Active",
  code: "7KQ2M9XW",
  recordId: "3Fq8rTMk4Zc8Wp2Yb",
  expiresAt: "2026-11-21T09:40:00.000Z",
};
const REPLACE_MEMBER_CODE = { method: "POST", path: "/v1/sandbox/member-codes/{id}/replace" } as const;
const { code: _, ...ofMemberCode } = memberCode;
const replacing = { contract: REPLACE_MEMBER_CODE, params: { id: memberCode.recordId } };
const repeatedMemberCode = { ...ofMemberCode, secretShown: formatSecretShown("The code", replacing) };

export const createMemberCode = defineOperation({
  ...shared,
  id: "createMemberCode",
  path: "/v1/sandbox/member-codes",
  summary: "Create a code as a member",
  description:
    "Does what a member does in the portal: creates an 8-character code without a PIN. The code is shown once.",
  body: { schema: CreateMemberCodeBody, example: { member: "TESTmemberAlice01", maxAmount: 50, allowRecurring: true } },
  responses: created("Made.", CreatedMemberCode, memberCode, { without: "the code", example: repeatedMemberCode }),
  errors: ["invalid_reference"],
});

export const replaceMemberCode = defineOperation({
  ...shared,
  id: "replaceMemberCode",
  ...REPLACE_MEMBER_CODE,
  summary: "Replace a code as its member",
  description:
    "For a code that was lost: ends it immediately, and creates another with the same terms and deadline. Only a code that never paid and can still be used is replaced.",
  idempotency: "required",
  params: PathId("Record id of the code.", memberCode.recordId),
  responses: created("The new code.", CreatedMemberCode, memberCode, {
    without: "the code",
    example: repeatedMemberCode,
  }),
  errors: ["payment_code_not_found", "payment_code_not_usable"],
});

export const approveAgreement = defineOperation({
  ...shared,
  id: "approveAgreement",
  path: "/v1/sandbox/agreements/{id}/approve",
  summary: "Approve a recurring authorization as its member",
  description:
    "Does what a member does in the portal. The member can choose the account, a lower cap, and a longer interval.",
  params: AgreementPath,
  body: { schema: ApproveAgreementBody, isOptional: true, example: { maxAmount: 20 } },
  responses: ok("Active from now on.", RecurringAuthorization, recurringExample),
  errors: [
    "recurring_authorization_not_found",
    "recurring_authorization_not_pending",
    "payment_code_not_usable",
    "invalid_reference",
    "sandbox_clocks_differ",
  ],
});

export const denyAgreement = defineOperation({
  ...shared,
  id: "denyAgreement",
  path: "/v1/sandbox/agreements/{id}/deny",
  summary: "Deny a recurring authorization as its member",
  description: "Does what a member does in the portal.",
  params: AgreementPath,
  responses: ok("Denied.", RecurringAuthorization, {
    ...recurringExample,
    status: "Denied",
    active: false,
    paymentMethod: null,
    charges: 0,
    nextChargeOn: null,
    firstApproved: null,
    lastUsed: null,
    approvedAt: null,
    deniedAt: "2026-11-21T09:41:00.000Z",
  }),
  errors: ["recurring_authorization_not_found", "recurring_authorization_not_pending"],
});

const ChargeRequestPath = PathId("chargeRequestId.", chargeRequestExample.chargeRequestId);

export const approveChargeRequest = defineOperation({
  ...shared,
  id: "approveChargeRequest",
  path: "/v1/sandbox/charge-requests/{id}/approve",
  summary: "Approve a charge request as its member",
  description:
    "Does what a member does in the portal: the charge is made now, once, for the amount that was requested.",
  params: ChargeRequestPath,
  responses: ok("Charged.", ChargeRequest, chargeRequestExample),
  errors: ["charge_request_not_found", "charge_request_not_pending", "charge_not_possible", "sandbox_clocks_differ"],
});

export const denyChargeRequest = defineOperation({
  ...shared,
  id: "denyChargeRequest",
  path: "/v1/sandbox/charge-requests/{id}/deny",
  summary: "Deny a charge request as its member",
  description: "Does what a member does in the portal: the charge is declined.",
  params: ChargeRequestPath,
  responses: ok("Denied, and the charge declined.", ChargeRequest, {
    ...chargeRequestExample,
    status: "Denied",
    transactionId: null,
    receipt: null,
  }),
  errors: ["charge_request_not_found", "charge_request_not_pending"],
});

export const rescueAuthorization = defineOperation({
  ...shared,
  id: "rescueAuthorization",
  path: "/v1/sandbox/authorizations/{id}/rescue",
  summary: "Let a declined payment through as its member",
  description:
    "Does what a member does in the portal after a decline whose details have `rescue.until`. Your next try of up to this amount, with the same card or code at the same merchant and a new Idempotency-Key, is decided without the member’s own freeze and limits, once. To get such a decline, create a member code and charge it with more than its `maxAmount`: 61.",
  params: PathId("authorizationId or record id of the decline.", "7Hd2kPq9sTz4Wm1Xb"),
  body: { schema: RescueBody, isOptional: true, example: {} },
  responses: ok("Try again now.", RescuedAuthorization, {
    authorizationId: "4821907",
    recordId: "7Hd2kPq9sTz4Wm1Xb",
    merchant: "TESTmerchantCafe1",
    account: "TESTacctAlice0001",
    amount: 52,
    currency: "USD",
    until: "2026-11-21T09:35:00.000Z",
  }),
  errors: ["authorization_not_found", "payment_not_rescuable", "invalid_reference"],
});

export const settle = defineOperation({
  ...shared,
  id: "settle",
  path: "/v1/sandbox/settlements",
  summary: "Settle now",
  description:
    "Ends the day early for your merchants, with batches, payouts, and statements for what they have so far.",
  body: { schema: SettleBody, isOptional: true, example: { merchant: "TESTmerchantCafe1" } },
  responses: ok("The new batches, and each merchant’s balance.", Settlement, {
    batches: [
      {
        batchId: "3Fq8rTHs5Qw8Zr1Nm",
        merchant: "TESTmerchantCafe1",
        currency: "USD",
        day: "2026-11-21",
        captured: 12.5,
        refunded: 5,
        gross: 7.5,
        fee: 0,
        net: 7.5,
        carriedIn: 0,
        payout: 7.5,
        carriedOut: 0,
        createdAt: "2026-11-21T12:00:00.000Z",
        lines: [
          {
            kind: "capture",
            id: "3Fq8rT4kCb7Wn4XsE",
            transactionId: "3Fq8rT4kCb7Wn4XsE",
            refundId: null,
            authorizationId: "4821907",
            merchantReference: "order-1002",
            amount: 12.5,
            fee: 0,
            net: 12.5,
            createdAt: "2026-11-21T09:30:00.000Z",
          },
          {
            kind: "refund",
            id: "3Fq8rT9QmP2VcKx5L",
            transactionId: "3Fq8rT4kCb7Wn4XsE",
            refundId: "3Fq8rT9QmP2VcKx5J",
            authorizationId: "4821907",
            merchantReference: "order-1002",
            amount: -5,
            fee: 0,
            net: -5,
            createdAt: "2026-11-21T11:02:11.000Z",
          },
        ],
        hasMoreLines: false,
      },
    ],
    balances: [
      {
        merchant: "TESTmerchantCafe1",
        currency: "USD",
        pending: 0,
        settled: 7.5,
        paidOut: 7.5,
        carriedOver: 0,
      },
    ],
  }),
  errors: ["invalid_reference"],
});

export const fundAccount = defineOperation({
  ...shared,
  idempotency: "recommended",
  id: "fundAccount",
  path: "/v1/sandbox/accounts/{id}/fund",
  summary: "Add test money to a member’s account",
  description: "For an account of one of the tenant’s members, in the account’s currency.",
  params: PathId("The account’s record id.", "TESTacctAlice0001"),
  body: { schema: FundAccountBody, example: { amount: 100 } },
  responses: ok("Funded, or the earlier response for this Idempotency-Key.", FundedAccount, {
    account: "TESTacctAlice0001",
    currency: "USD",
    amount: 100,
  }),
  errors: ["account_not_found"],
});

const { payoutId } = settlementIds;

export const answerPayout = defineOperation({
  ...shared,
  id: "answerPayout",
  path: "/v1/sandbox/payouts/{id}/answer",
  summary: "Answer a payout as the bank",
  description:
    "Does what operators and the bank do in live: sends a payout of a merchant or member, and reports it as paid or returned. A paid payout can still be returned.",
  params: PathId("The payoutId or memberPayoutId.", payoutId),
  body: {
    schema: z
      .object({
        outcome: z.enum(["paid", "returned"]),
        reason: lineWithInk(140)
          .optional()
          .meta({ description: "The bank’s return reason.", examples: ["AC04"] }),
      })
      .meta({ id: "AnswerPayout" }),
    example: { outcome: "returned", reason: "AC04" },
  },
  responses: ok(
    "Answered.",
    z.strictObject({ payoutId: RecordIdField, status: PayoutStatusField }).meta({ id: "AnsweredPayout" }),
    { payoutId, status: "returned" as const },
  ),
  errors: ["payout_not_found", "payout_answered"],
});
