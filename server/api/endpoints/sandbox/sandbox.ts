import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/sandbox";
import {
  type AnsweredCharge,
  approveCharge,
  denyCharge,
  type RescueOutcome,
  rescuePayment,
} from "@/server/domain/authorizations";
import type { IdempotencyClaim } from "@/server/domain/idempotency";
import { createMemberCode, type NewMemberCode, replaceMemberCode } from "@/server/domain/payment-codes";
import { playBank } from "@/server/domain/payouts";
import { type AgreementRow, approveAgreement, denyAgreement } from "@/server/domain/recurring";
import {
  fundSandboxAccount,
  playAskedMember,
  playMember,
  playMemberAskedAboutCharge,
  playMemberOfCode,
  playPayingMember,
  settleSandbox,
} from "@/server/domain/sandbox";
import { readAmount } from "@/server/platform/money";
import { presentRescueOutcome } from "@/server/presenters/rest/authorizations";
import { presentAnsweredCharge } from "@/server/presenters/rest/charge-requests";
import { presentNewMemberCode } from "@/server/presenters/rest/payment-codes";
import { presentRecurring } from "@/server/presenters/rest/recurring";
import { presentSettlement } from "@/server/presenters/rest/settlement";
import { presentAmount } from "@/server/presenters/shared/values";
import { readCodeTerms } from "../payment-codes/code-terms";

const ONE_CODE = {
  field: "code",
  what: "The code",
  replacing: ({ recordId: id }: { readonly recordId: string }) => ({
    contract: contracts.replaceMemberCode,
    params: { id },
  }),
};

export const createMemberCodeEndpoint = tenantEndpoint({
  contract: contracts.createMemberCode,
  input: ({ body }) => ({ member: body.member, terms: readCodeTerms(body) }),
  execute: async (caller, { member, terms }, claim: IdempotencyClaim<NewMemberCode> | null) =>
    createMemberCode(await playMember(caller, member), terms, claim),
  present: (created) => answer(201, presentNewMemberCode(created)),
  secret: ONE_CODE,
});

export const replaceMemberCodeEndpoint = tenantEndpoint({
  contract: contracts.replaceMemberCode,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller, { id }, claim: IdempotencyClaim<NewMemberCode> | null) =>
    replaceMemberCode(await playMemberOfCode(caller, id), { id }, claim),
  present: (created) => answer(201, presentNewMemberCode(created)),
  secret: ONE_CODE,
});

export const approveAgreementEndpoint = tenantEndpoint({
  contract: contracts.approveAgreement,
  input: ({ params, body }) => ({
    id: params.id,
    account: body.account ?? null,
    maxAmount: body.maxAmount === undefined ? null : readAmount(body.maxAmount),
    interval: body.interval ?? null,
    noLimit: body.noLimit,
  }),
  execute: async (caller, input, claim: IdempotencyClaim<AgreementRow> | null) =>
    approveAgreement(await playAskedMember(caller, input.id), input, claim),
  present: (agreement, { now }) => answer(200, presentRecurring(agreement, now)),
});

export const denyAgreementEndpoint = tenantEndpoint({
  contract: contracts.denyAgreement,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller, input, claim: IdempotencyClaim<AgreementRow> | null) =>
    denyAgreement(await playAskedMember(caller, input.id), input, claim),
  present: (agreement, { now }) => answer(200, presentRecurring(agreement, now)),
});

export const approveChargeRequestEndpoint = tenantEndpoint({
  contract: contracts.approveChargeRequest,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller, { id }, claim: IdempotencyClaim<AnsweredCharge> | null) =>
    approveCharge(await playMemberAskedAboutCharge(caller, id), { id, seen: null }, claim),
  present: (answered, { now }) => answer(200, presentAnsweredCharge(answered, now)),
});

export const denyChargeRequestEndpoint = tenantEndpoint({
  contract: contracts.denyChargeRequest,
  input: ({ params }) => ({ id: params.id }),
  execute: async (caller, { id }, claim: IdempotencyClaim<AnsweredCharge> | null) =>
    denyCharge(await playMemberAskedAboutCharge(caller, id), { id }, claim),
  present: (answered, { now }) => answer(200, presentAnsweredCharge(answered, now)),
});

export const rescueAuthorizationEndpoint = tenantEndpoint({
  contract: contracts.rescueAuthorization,
  input: ({ params, body }) => ({ id: params.id, account: body.account ?? null }),
  execute: async (caller, { id, account }, claim: IdempotencyClaim<RescueOutcome> | null) => {
    const { member, recordId } = await playPayingMember(caller, id);
    return rescuePayment(member, { id: recordId, account }, claim);
  },
  present: (outcome) => answer(200, presentRescueOutcome(outcome)),
});

export const settleEndpoint = tenantEndpoint({
  contract: contracts.settle,
  input: ({ body }) => ({ merchant: body.merchant ?? null }),
  execute: settleSandbox,
  present: (outcome) => answer(200, presentSettlement(outcome)),
});

export const fundAccountEndpoint = tenantEndpoint({
  contract: contracts.fundAccount,
  input: ({ params, body }) => ({ id: params.id, amount: readAmount(body.amount) }),
  execute: fundSandboxAccount,
  present: ({ accountId, currency, amountMinor }) =>
    answer(200, { account: accountId, currency, amount: presentAmount(amountMinor, currency) }),
});

export const answerPayoutEndpoint = tenantEndpoint({
  contract: contracts.answerPayout,
  input: ({ params, body }) => ({
    id: params.id,
    isReturn: body.outcome === "returned",
    reason: body.reason ?? null,
  }),
  execute: playBank,
  present: ({ id, state }) => answer(200, { payoutId: id, status: state }),
});
