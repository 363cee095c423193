import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/member-payouts";
import { payMember } from "@/server/domain/payouts";
import { getMemberPayout, memberPayoutList } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentMemberPayout } from "@/server/presenters/rest/settlement";

export const createMemberPayoutEndpoint = tenantEndpoint({
  contract: contracts.createMemberPayout,
  input: ({ body: { account, amount, bankCode, ...number } }) => ({
    ...number,
    accountId: account,
    amount: amount === undefined ? null : readAmount(amount),
    bankCode: bankCode ?? null,
    shownFee: null,
  }),
  execute: payMember,
  present: (payout) => answer(201, presentMemberPayout(payout)),
});

export const listMemberPayoutsEndpoint = tenantList(contracts.listMemberPayouts, memberPayoutList, presentMemberPayout);

export const getMemberPayoutEndpoint = tenantEndpoint({
  contract: contracts.getMemberPayout,
  input: ({ params }) => ({ id: params.id }),
  execute: getMemberPayout,
  present: (payout) => answer(200, presentMemberPayout(payout)),
});
