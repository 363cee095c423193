import { z } from "zod";
import {
  AccountIdField,
  AmountInput,
  CurrencyField,
  DateTimeField,
  lineWithInk,
  MemberIdField,
  RecordIdField,
} from "@/server/contracts/fields";
import { defineOperation } from "../operation";
import { FundingKindField } from "../reading-back/funding-kinds";
import { CreatedField, pageInQuery, pageOf } from "../reading-back/list-fields";
import { SignedAmount } from "../sandbox-schemas";
import { ExternalIdInput, IdInPath } from "./fields";
import { accountExample } from "./members";

const shared = { tag: "Members", auth: "tenant" } as const;

const BankReference = lineWithInk(140).meta({
  description: "What the bank calls the transfer that brought the money.",
});

const funding = z.strictObject({
  id: RecordIdField,
  account: RecordIdField,
  member: RecordIdField.nullable().meta({ description: "Null: it funded the tenant’s float." }),
  currency: CurrencyField,
  amount: SignedAmount.meta({ description: "Negative for a reversal." }),
  kind: FundingKindField,
  bankReference: z.string().nullable().meta({ description: "Null if none was given, or once the member is erased." }),
  reverses: RecordIdField.nullable().meta({ description: "Of a reversal: the funding it takes back." }),
  reversedBy: RecordIdField.nullable().meta({ description: "The reversal that took this funding back." }),
  createdAt: DateTimeField,
});

const Funding = funding.meta({ id: "Funding" });

/** Response to a write; a repeat leaves out personal fields. */
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
  kind: "float",
  bankReference: "Transfer 2026-11-21 0042",
  reverses: null,
  reversedBy: null,
  createdAt: "2026-11-21T09:32:00.000Z",
};
const reversalExample = {
  ...fundingExample,
  id: "3Fq8rVKw2Mn7Rt4Hd",
  amount: -50,
  kind: "reversal",
  bankReference: "Return 2026-11-23 0007",
  reverses: fundingExample.id,
  createdAt: "2026-11-23T08:05:00.000Z",
};

const withoutReference = ({ bankReference: _, ...repeated }: typeof fundingExample | typeof reversalExample) =>
  repeated;

export const createFunding = defineOperation({
  ...shared,
  id: "createFunding",
  method: "POST",
  path: "/v1/fundings",
  summary: "Put money on an account",
  description:
    "Gives a member money from your float, to be spent at once. In live that is the only way, and without enough in the float it is a 409 `float_exceeded`. With a test key it is test money out of nothing, unless `from` is `float`.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        account: AccountIdField.meta({ description: "Account of one of the tenant’s members." }),
        amount: AmountInput,
        bankReference: BankReference.meta({ description: "What you call it; for test money, the bank’s transfer." }),
        from: z
          .enum(["float"])
          .optional()
          .meta({ description: "In live always the float. In test without it: out of nothing." }),
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
      example: withoutReference(fundingExample),
    },
  },
  errors: ["invalid_reference", "not_permitted", "tenant_suspended", "float_exceeded"],
});

export const listFundings = defineOperation({
  ...shared,
  id: "listFundings",
  method: "GET",
  path: "/v1/fundings",
  summary: "List fundings",
  description:
    "Money that came to the accounts of the tenant’s members and to its floats, and its reversals, with a negative amount. Newest first.",
  idempotency: "none",
  query: z.object({
    account: AccountIdField.optional().meta({ description: "Of this account alone." }),
    created: CreatedField,
    member: MemberIdField.optional().meta({ description: "Only of this member." }),
    externalId: ExternalIdInput.optional().meta({ description: "Only of the member with this `externalId`." }),
    kind: FundingKindField.optional(),
    ...pageInQuery,
  }),
  responses: {
    200: {
      description: "A page.",
      schema: pageOf("FundingList", Funding),
      example: { data: [reversalExample, { ...fundingExample, reversedBy: reversalExample.id }], hasMore: false },
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
  description: "One that came in for a member of the tenant’s, or a reversal of one.",
  idempotency: "none",
  params: z.object({ id: IdInPath("Id of the funding.", fundingExample.id) }),
  responses: { 200: { description: "The funding.", schema: Funding, example: fundingExample } },
  errors: ["funding_not_found"],
});

export const reverseFunding = defineOperation({
  ...shared,
  id: "reverseFunding",
  method: "POST",
  path: "/v1/fundings/{id}/reverse",
  summary: "Take a funding back",
  description:
    "For money on the wrong account. The whole amount leaves it, once, and only what is available: not what is spent or held. A reversal can’t be reversed. Test keys only: in live an operator of the network takes back, and large sums take two.",
  idempotency: "required",
  params: z.object({ id: IdInPath("Id of the funding.", fundingExample.id) }),
  body: {
    schema: z
      .object({
        bankReference: BankReference.optional().meta({
          description: "What the bank calls the transfer that returned the money.",
        }),
      })
      .meta({ id: "ReverseFunding" }),
    isOptional: true,
    example: { bankReference: reversalExample.bankReference },
  },
  responses: {
    201: { description: "Taken back.", schema: WrittenFunding, example: reversalExample },
    200: {
      description: "The earlier response for this Idempotency-Key, without the bank’s reference.",
      schema: WrittenFunding,
      example: withoutReference(reversalExample),
    },
  },
  errors: ["funding_not_found", "not_permitted", "funding_not_reversible", "funding_reversed", "funding_spent"],
});
