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
import { created, defineOperation, GET, ok, page } from "../operation";
import { FundingKindField } from "../reading-back/funding-kinds";
import { CreatedField, pageInQuery, pageOf } from "../reading-back/list-fields";
import { SignedAmount } from "../sandbox-schemas";
import { ExternalIdInput, IdInPath } from "./fields";
import { accountExample } from "./members";

const shared = { tag: "Members", auth: "tenant" } as const;

export const BankReference = lineWithInk(140).meta({
  description: "The bank’s reference for the incoming transfer.",
});

const funding = z.strictObject({
  id: RecordIdField,
  account: RecordIdField,
  member: RecordIdField.nullable().meta({ description: "Null if it funded the tenant’s float." }),
  currency: CurrencyField,
  amount: SignedAmount.meta({ description: "Negative for a reversal." }),
  kind: FundingKindField,
  bankReference: z.string().nullable().meta({ description: "Null if none was given, or once the member is erased." }),
  reverses: RecordIdField.nullable().meta({ description: "On a reversal: the funding that it reverses." }),
  reversedBy: RecordIdField.nullable().meta({ description: "The reversal of this funding." }),
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
      .meta({ description: "Omitted on an idempotent replay: stored responses contain no personal data." }),
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
  summary: "Fund a member’s account",
  description:
    "Moves money from your float to a member’s account, where it is available at once. In live the float always pays; if it has too little, the response is a 409 `float_exceeded`. With a test key the money is test money, unless `from` is `float`.",
  idempotency: "required",
  body: {
    schema: z
      .object({
        account: AccountIdField.meta({ description: "An account of one of your members." }),
        amount: AmountInput,
        bankReference: BankReference.meta({
          description: "Your reference for the funding; for test money, that of a bank transfer.",
        }),
        from: z
          .enum(["float"])
          .optional()
          .meta({ description: "Always the float in live. If omitted in test, test money is created." }),
      })
      .meta({ id: "CreateFunding" }),
    example: {
      account: fundingExample.account,
      amount: fundingExample.amount,
      bankReference: fundingExample.bankReference,
    },
  },
  responses: created("Added.", WrittenFunding, fundingExample, {
    without: "the bank’s reference",
    example: withoutReference(fundingExample),
  }),
  errors: ["invalid_reference", "not_permitted", "tenant_suspended", "float_exceeded"],
});

export const listFundings = defineOperation({
  ...shared,
  id: "listFundings",
  ...GET,
  path: "/v1/fundings",
  summary: "List fundings",
  description:
    "Fundings of your members’ accounts and of your floats, with their reversals as negative amounts. Newest first.",
  query: z.object({
    account: AccountIdField.optional().meta({ description: "Only of this account." }),
    created: CreatedField,
    member: MemberIdField.optional().meta({ description: "Only of this member." }),
    externalId: ExternalIdInput.optional().meta({ description: "Only of the member with this `externalId`." }),
    kind: FundingKindField.optional(),
    ...pageInQuery,
  }),
  responses: page(pageOf("FundingList", Funding), [
    reversalExample,
    { ...fundingExample, reversedBy: reversalExample.id },
  ]),
  errors: ["invalid_reference"],
});

export const getFunding = defineOperation({
  ...shared,
  id: "getFunding",
  ...GET,
  path: "/v1/fundings/{id}",
  summary: "Get a funding",
  description: "Returns a funding of one of your members’ accounts, or a reversal.",
  params: z.object({ id: IdInPath("Id of the funding.", fundingExample.id) }),
  responses: ok("The funding.", Funding, fundingExample),
  errors: ["funding_not_found"],
});

export const reverseFunding = defineOperation({
  ...shared,
  id: "reverseFunding",
  method: "POST",
  path: "/v1/fundings/{id}/reverse",
  summary: "Reverse a funding",
  description:
    "For money credited to the wrong account. Reverses the whole amount, once, if it is still available, neither spent nor held. A reversal can’t be reversed. Test keys only: in live, an operator of the network reverses fundings, and large sums require two.",
  idempotency: "required",
  params: z.object({ id: IdInPath("Id of the funding.", fundingExample.id) }),
  body: {
    schema: z
      .object({
        bankReference: BankReference.optional().meta({
          description: "The bank’s reference for the outgoing transfer.",
        }),
      })
      .meta({ id: "ReverseFunding" }),
    isOptional: true,
    example: { bankReference: reversalExample.bankReference },
  },
  responses: created("Taken back.", WrittenFunding, reversalExample, {
    without: "the bank’s reference",
    example: withoutReference(reversalExample),
  }),
  errors: ["funding_not_found", "not_permitted", "funding_not_reversible", "funding_reversed", "funding_spent"],
});
