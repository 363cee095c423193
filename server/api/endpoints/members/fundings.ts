import { answer, tenantEndpoint } from "@/server/api/kit/endpoint";
import { tenantList } from "@/server/api/kit/list-endpoint";
import * as contracts from "@/server/contracts/rest/onboarding/fundings";
import { createFunding, reverseFunding } from "@/server/domain/members";
import { fundingList, getFunding } from "@/server/domain/queries";
import { readAmount } from "@/server/platform/money";
import { presentFunding } from "@/server/presenters/rest/members";

export const createFundingEndpoint = tenantEndpoint({
  contract: contracts.createFunding,
  input: ({ body: { account, amount, bankReference, from } }) => ({
    accountId: account,
    amount: readAmount(amount),
    reference: bankReference,
    isFromFloat: from === "float",
  }),
  execute: createFunding,
  present: (funding) => answer(201, presentFunding(funding)),
  // It may contain a person's name, and the stored response outlives that person's data.
  onceOnly: ["bankReference"],
});

export const listFundingsEndpoint = tenantList(contracts.listFundings, fundingList, presentFunding);

export const getFundingEndpoint = tenantEndpoint({
  contract: contracts.getFunding,
  input: ({ params }) => ({ id: params.id }),
  execute: getFunding,
  present: (funding) => answer(200, presentFunding(funding)),
});

export const reverseFundingEndpoint = tenantEndpoint({
  contract: contracts.reverseFunding,
  input: ({ params, body }) => ({ id: params.id, reference: body.bankReference ?? null }),
  execute: reverseFunding,
  present: (funding) => answer(201, presentFunding(funding)),
  onceOnly: ["bankReference"],
});
