import { z } from "zod";
import { AmountOutput, CurrencyField, DateTimeField, RecordIdField } from "@/server/contracts/fields";
import { created, defineOperation, GET, ok } from "../operation";

const shared = { tag: "Members", auth: "tenant" } as const;

const BankDetails = z
  .strictObject({
    holder: z.string(),
    country: z.string().length(2).meta({ description: "ISO 3166-1, two letters." }),
    accountNumber: z.string().meta({ description: "An IBAN or a local account number." }),
    bankCode: z.string().nullable().meta({ description: "BIC or routing number." }),
    bankName: z.string(),
  })
  .meta({ id: "BankDetails" });

const float = z.strictObject({
  id: RecordIdField,
  currency: CurrencyField,
  available: AmountOutput.meta({ description: "The balance left for funding members." }),
  fundingReference: z
    .string()
    .meta({ description: "The payment reference for transfers to this float, as in ISO 11649." }),
  bankAccount: BankDetails.nullable().meta({
    description: "The bank account to transfer to. Null if the network accepts no transfers in this currency.",
  }),
  createdAt: DateTimeField,
});

const Float = float.meta({ id: "Float" });

const ONCE = "Omitted on an idempotent replay.";
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
    "Opens an account of your own in one currency, to fund members from: an employer’s share, a subsidy. Transfers with its reference arrive once the bank has them; `POST /v1/fundings` passes the money on to members. You have one float per currency: opening it again returns the same one.",
  idempotency: "required",
  body: {
    schema: z.object({ currency: CurrencyField }).meta({ id: "OpenFloat" }),
    example: { currency: floatExample.currency },
  },
  responses: created("Opened, or already open.", WrittenFloat, floatExample, {
    without: "the bank account",
    example: repeated,
  }),
  errors: ["not_enabled"],
});

export const listFloats = defineOperation({
  ...shared,
  id: "listFloats",
  ...GET,
  path: "/v1/floats",
  summary: "List floats",
  description: "Your floats, by currency, with their balances and the bank account to transfer to.",
  responses: ok("All of them.", z.strictObject({ data: z.array(Float) }).meta({ id: "FloatList" }), {
    data: [floatExample],
  }),
  errors: [],
});
