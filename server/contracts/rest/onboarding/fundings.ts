import { z } from "zod";
import {
  AccountIdField,
  AmountInput,
  AmountOutput,
  CurrencyField,
  DateTimeField,
  lineWithInk,
  RecordIdField,
} from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { pageInQuery, pageOf } from "../reading-back/list-fields";
import { IdInPath } from "./fields";
import { accountExample } from "./members";

const shared = { tag: "Members", auth: "tenant" } as const;

const BankReference = lineWithInk(140).meta({
  description: "What the bank calls the transfer that brought the money.",
});

const funding = z.strictObject({
  id: RecordIdField,
  account: RecordIdField,
  member: RecordIdField,
  currency: CurrencyField,
  amount: AmountOutput,
  bankReference: z.string().nullable().meta({ description: "Null if none was given, or once the member is erased." }),
  createdAt: DateTimeField,
});

const Funding = funding.meta({ id: "Funding" });

/** An answer to a write. */
const WrittenFunding = funding
  .extend({
    bankReference: z
      .string()
      .nullable()
      .optional()
      .meta({ description: "Left out of repeated responses, which never name a person." }),
  })
  .meta({ id: "WrittenFunding" });

const fundingExample = {
  id: "3Fq8rTFu5Kp9Wt3Gc",
  account: accountExample.id,
  member: accountExample.member,
  currency: accountExample.currency,
  amount: 50,
  bankReference: "Transfer 2026-11-21 0042",
  createdAt: "2026-11-21T09:32:00.000Z",
};
const { bankReference: _bankReference, ...repeatedFunding } = fundingExample;

export const createFunding = defineOperation({
  ...shared,
  id: "createFunding",
  method: "POST",
  path: "/v1/fundings",
  summary: "Put money on an account",
  description:
    "Adds money to a member’s account, to be spent at once. Test keys only: in live, an operator of the network adds it, and large amounts take two.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        account: AccountIdField.meta({ description: "Account of one of the tenant’s members." }),
        amount: AmountInput,
        bankReference: BankReference,
      })
      .meta({ id: "CreateFunding" }),
    isOptional: false,
    example: {
      account: fundingExample.account,
      amount: fundingExample.amount,
      bankReference: fundingExample.bankReference,
    },
  },
  responses: {
    201: { description: "Added.", schema: WrittenFunding, example: fundingExample },
    200: {
      description: "The earlier response for this Idempotency-Key, without the bank’s reference.",
      schema: WrittenFunding,
      example: repeatedFunding,
    },
  },
  errors: ["invalid_reference", "not_permitted"],
});

export const listFundings = defineOperation({
  ...shared,
  id: "listFundings",
  method: "GET",
  path: "/v1/fundings",
  summary: "List fundings",
  description: "Money added to the accounts of the tenant’s members, by an operator or through the API, newest first.",
  idempotency: "none",
  query: z.object({
    account: AccountIdField.optional().meta({ description: "Of this account alone." }),
    ...pageInQuery,
  }),
  responses: {
    200: {
      description: "A page.",
      schema: pageOf("FundingList", Funding),
      example: { data: [fundingExample], hasMore: false },
    },
  },
  errors: ["invalid_reference"],
});

export const getFunding = defineOperation({
  ...shared,
  id: "getFunding",
  method: "GET",
  path: "/v1/fundings/{id}",
  summary: "Get a funding",
  description: "One that came in for a member of the tenant’s.",
  idempotency: "none",
  params: z.object({ id: IdInPath("Id of the funding.", fundingExample.id) }),
  responses: { 200: { description: "The funding.", schema: Funding, example: fundingExample } },
  errors: ["funding_not_found"],
});
