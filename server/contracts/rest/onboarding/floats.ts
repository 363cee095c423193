import { z } from "zod";
import { AmountOutput, CurrencyField, DateTimeField, RecordIdField } from "@/server/contracts/fields";
import { defineOperation } from "../operation";

const shared = { tag: "Members", auth: "tenant" } as const;

const BankDetails = z
  .strictObject({
    holder: z.string(),
    country: z.string().length(2).meta({ description: "ISO 3166-1, two letters." }),
    accountNumber: z.string().meta({ description: "An IBAN, or a number of the country’s own." }),
    bankCode: z.string().nullable().meta({ description: "BIC or routing number." }),
    bankName: z.string(),
  })
  .meta({ id: "BankDetails" });

const float = z.strictObject({
  id: RecordIdField,
  currency: CurrencyField,
  available: AmountOutput.meta({ description: "What is left to fund members with." }),
  fundingReference: z.string().meta({ description: "To be written on transfers to this float: ISO 11649." }),
  bankAccount: BankDetails.nullable().meta({
    description: "Where to send money. Null: the network takes no transfers in this currency.",
  }),
  createdAt: DateTimeField,
});

const Float = float.meta({ id: "Float" });

const ONCE = "Left out of a repeat.";
const WrittenFloat = float
  .extend({ bankAccount: BankDetails.nullable().optional().meta({ description: ONCE }) })
  .meta({ id: "WrittenFloat" });

const floatExample = {
  id: "3Fq8rTFL8Wn5Jd2Lx",
  currency: "EUR",
  available: 0,
  fundingReference: "RF8910000043",
  bankAccount: {
    holder: "Closed Loop Trust",
    country: "DE",
    accountNumber: "DE89370400440532013000",
    bankCode: "COBADEFFXXX",
    bankName: "Commerzbank",
  },
  createdAt: "2026-11-21T09:31:00.000Z",
};
const { bankAccount: _, ...repeated } = floatExample;

export const openFloat = defineOperation({
  ...shared,
  id: "openFloat",
  method: "POST",
  path: "/v1/floats",
  summary: "Open a float",
  description:
    "An account of your own in one currency, for money that you bring: an employer’s share, a subsidy. What you transfer to it with its reference is there once the bank has it; `POST /v1/fundings` gives it to members. There is one in each currency: opened again, it is the same.",
  idempotency: "required",
  body: {
    schema: z.object({ currency: CurrencyField }).meta({ id: "OpenFloat" }),
    isOptional: false,
    example: { currency: floatExample.currency },
  },
  responses: {
    201: { description: "Opened, or there already.", schema: WrittenFloat, example: floatExample },
    200: {
      description: "The earlier response for this Idempotency-Key, without the bank account.",
      schema: WrittenFloat,
      example: repeated,
    },
  },
  errors: ["not_enabled"],
});

export const listFloats = defineOperation({
  ...shared,
  id: "listFloats",
  method: "GET",
  path: "/v1/floats",
  summary: "List floats",
  description: "The tenant’s floats, by currency: what is left in each, and where to send more.",
  idempotency: "none",
  responses: {
    200: {
      description: "All of them.",
      schema: z.strictObject({ data: z.array(Float) }).meta({ id: "FloatList" }),
      example: { data: [floatExample] },
    },
  },
  errors: [],
});
