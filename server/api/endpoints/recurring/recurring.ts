import { answer, merchantEndpoint } from "@/server/api/kit/endpoint";
import { merchantList } from "@/server/api/kit/list-endpoint";
import { readAnnotations } from "@/server/api/kit/read-request";
import { slowGuessing } from "@/server/api/kit/slow-guessing";
import * as contracts from "@/server/contracts/rest/recurring";
import { chargeAgreement } from "@/server/domain/authorizations";
import type { MerchantCaller } from "@/server/domain/caller";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { agreementList, getChargeRequest } from "@/server/domain/queries";
import {
  type AgreementRow,
  getAgreement,
  preflightCharge,
  type RequestOutcome,
  requestAgreement,
  revokeAgreement,
} from "@/server/domain/recurring";
import { readAmount } from "@/server/platform/money";
import { presentChargeRequest } from "@/server/presenters/rest/charge-requests";
import { presentPreflight, presentRecurring, presentRequestedRecurring } from "@/server/presenters/rest/recurring";
import { presentRecurringCharge } from "@/server/presenters/rest/transactions";

export const authorizeRecurringEndpoint = merchantEndpoint({
  contract: contracts.authorizeRecurring,
  input: ({ body }) => ({
    memberId: body.memberId ?? null,
    paymentCode: body.paymentCode ?? null,
    pin: body.pin ?? null,
    merchantReference: body.merchantReference,
    description: body.description,
    amount: body.amount === undefined ? null : readAmount(body.amount),
    maxAmount: body.maxAmount === undefined ? null : readAmount(body.maxAmount),
    currency: body.currency ?? null,
    interval: body.interval ?? null,
    endsOn: body.endsOn === undefined ? null : new Date(body.endsOn),
  }),
  execute: (caller, input, claim: IdempotencyClaim<RequestOutcome> | null) => {
    const work = () => requestAgreement(caller, input, claim);
    const { paymentCode: code } = input;
    if (code === null) return work();
    const isMiss = (outcome: RequestOutcome) => outcome.agreement === null && outcome.reasonCode === "14";
    return slowGuessing(caller, { code, merchant: caller.merchantId, work, isMiss });
  },
  present: (outcome) => answer(200, presentRequestedRecurring(outcome)),
});

export const chargeRecurringEndpoint = merchantEndpoint({
  contract: contracts.chargeRecurring,
  input: ({ body }) => ({
    id: body.recurringAuthorizationId,
    amount: readAmount(body.amount),
    currency: body.currency ?? null,
    ...readAnnotations(body),
    onExceed: body.onExceed ?? null,
  }),
  execute: chargeAgreement,
  present: (outcome, { sent }) => answer(200, presentRecurringCharge(outcome, sent)),
  repeatsMetadata: true,
});

export const revokeRecurringEndpoint = merchantEndpoint({
  contract: contracts.revokeRecurring,
  input: ({ body }) => ({ id: body.recurringAuthorizationId, reason: body.reason ?? null }),
  execute: (caller, input, claim: IdempotencyClaim<AgreementRow> | null) => revokeAgreement(caller, input, claim),
  present: (agreement, { now }) => answer(200, presentRecurring(agreement, now)),
});

export const getRecurringEndpoint = merchantEndpoint({
  contract: contracts.getRecurring,
  input: ({ body }) => ({ id: body.recurringAuthorizationId }),
  execute: (caller, input) => getAgreement(caller, input),
  present: (agreement, { now }) => answer(200, presentRecurring(agreement, now)),
});

const STORED_STATUS = {
  PendingApproval: "pending",
  Active: "active",
  Denied: "denied",
  Expired: "expired",
  Revoked: "revoked",
} as const;

type Agreements = Omit<Parameters<typeof agreementList>[1], "status"> & {
  readonly status: keyof typeof STORED_STATUS | null;
};

export const listRecurringEndpoint = merchantList(
  contracts.listRecurring,
  (caller: MerchantCaller, { status, ...filter }: Agreements) =>
    agreementList(caller, { ...filter, status: status && STORED_STATUS[status] }),
  presentRecurring,
);

export const preflightRecurringEndpoint = merchantEndpoint({
  contract: contracts.preflightRecurring,
  input: ({ body }) => ({
    id: body.recurringAuthorizationId,
    amount: readAmount(body.amount),
    currency: body.currency ?? null,
    on: body.on ?? null,
  }),
  execute: (caller, input) => preflightCharge(caller, input),
  present: (preflight) => answer(200, presentPreflight(preflight)),
});

export const getChargeRequestEndpoint = merchantEndpoint({
  contract: contracts.getChargeRequest,
  input: ({ body }) => ({ id: body.chargeRequestId }),
  execute: (caller, input) => getChargeRequest(caller, input),
  present: (story, { now }) => answer(200, presentChargeRequest(story, now)),
});
