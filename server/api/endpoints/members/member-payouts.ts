import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/member-payouts";
import { payMember } from "@/server/domain/payouts";
import { getMemberPayout, listMemberPayouts } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentPage } from "@/server/presenters/rest/pages";
import { presentMemberPayout } from "@/server/presenters/rest/settlement";
import { readPosition, readSpan } from "../records/read-filter";

export const createMemberPayoutEndpoint = tenantEndpoint({
  contract: contracts.createMemberPayout,
  input: ({ body: { account, amount, bankCode, ...number } }) => ({
    ...number,
    accountId: account,
    amount: amount === undefined ? null : readAmount(amount),
    bankCode: bankCode ?? null,
  }),
  execute: payMember,
  present: (payout) => answer(201, presentMemberPayout(payout)),
});

export const listMemberPayoutsEndpoint = tenantEndpoint({
  contract: contracts.listMemberPayouts,
  input: ({ query }) => ({
    ...readPosition(query),
    ...readSpan(query.created),
    status: query.status ?? null,
    member: query.member ?? null,
  }),
  execute: listMemberPayouts,
  present: (page) => answer(200, presentPage(page, presentMemberPayout)),
});

export const getMemberPayoutEndpoint = tenantEndpoint({
  contract: contracts.getMemberPayout,
  input: ({ params }) => ({ id: params.id }),
  execute: getMemberPayout,
  present: (payout) => answer(200, presentMemberPayout(payout)),
});
