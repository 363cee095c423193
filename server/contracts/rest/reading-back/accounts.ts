import { z } from "zod";
import {
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateTimeField,
  growing,
  RecordIdField,
  TimeZoneField,
} from "@/server/contracts/fields";
import { IdInPath } from "../onboarding/fields";
import { Account, AccountStatusField, accountExample } from "../onboarding/members";
import { defineOperation, ok, page } from "../operation";
import { SignedAmount } from "../sandbox-schemas";
import { CreatedField, flag, pageInQuery, pageOf } from "./list-fields";
import { captureExample } from "./records";

const ENTRY_KINDS = [
  "funding",
  "funding_reversal",
  "capture",
  "refund",
  "payout",
  "payout_fee",
  "payout_return",
] as const;

const AccountEntry = z
  .strictObject({
    id: RecordIdField.meta({ description: "Id of the entry. For a funding or its reversal, the id of that record." }),
    kind: growing(ENTRY_KINDS, { description: "The cause of the entry." }),
    amount: SignedAmount.meta({ description: "Negative for debits." }),
    balance: SignedAmount.meta({ description: "The balance after this entry." }),
    transactionId: RecordIdField.nullable().meta({ description: "The capture, if there is one." }),
    refundId: RecordIdField.nullable().meta({ description: "The refund, if there is one." }),
    authorizationId: AuthorizationIdField.nullable().meta({ description: "The authorization of a capture or refund." }),
    recordId: RecordIdField.nullable().meta({ description: "Record id of that authorization." }),
    merchant: RecordIdField.nullable().meta({ description: "The merchant, possibly another tenant’s." }),
    merchantName: z.string().nullable().meta({ description: "As the member sees it." }),
    createdAt: DateTimeField,
  })
  .meta({ id: "AccountEntry" });

export const AccountEntryList = z
  .strictObject({
    account: RecordIdField,
    member: RecordIdField,
    currency: CurrencyField,
    opening: SignedAmount.meta({ description: "The balance at the start of the `created` range." }),
    closing: SignedAmount.meta({
      description: "The balance at the end of the range: the opening balance plus all its entries, across all pages.",
    }),
    ...pageOf("AccountEntryPage", AccountEntry).shape,
  })
  .meta({ id: "AccountEntryList" });

const ofAccount = { account: accountExample.id, member: accountExample.member, currency: accountExample.currency };
const NO_PAYMENT = { authorizationId: null, recordId: null, merchant: null, merchantName: null };

const accountEntriesExample = {
  ...ofAccount,
  opening: 0,
  closing: 37.5,
  data: [
    {
      id: "3Fq8rT4kDx2Vn7Qsb",
      kind: "capture" as const,
      amount: -12.5,
      balance: 37.5,
      transactionId: captureExample.transactionId,
      refundId: null,
      authorizationId: captureExample.authorizationId,
      recordId: captureExample.recordId,
      merchant: captureExample.merchant,
      merchantName: "Sandbox Café",
      createdAt: captureExample.createdAt,
    },
    {
      id: "3Fq8rTFu5Kp9Wt3Gc",
      kind: "funding" as const,
      amount: 50,
      balance: 50,
      transactionId: null,
      refundId: null,
      ...NO_PAYMENT,
      createdAt: "2026-11-21T09:32:00.000Z",
    },
  ],
  hasMore: false,
};

const shared = { tag: "Members", auth: "tenant", method: "GET", idempotency: "none" } as const;
const AccountPath = z.object({
  id: IdInPath("Id of the account.", accountExample.id).brand<"RecordId">().brand<"account">(),
});

export const listAllAccounts = defineOperation({
  ...shared,
  id: "listAccounts",
  path: "/v1/accounts",
  summary: "List accounts",
  description: "The accounts of all your members, with their balances. Newest members first.",
  query: z.object({
    member: RecordIdField.optional().meta({ description: "Only of this member of the tenant." }),
    currency: CurrencyField.optional(),
    status: AccountStatusField.optional(),
    nonZero: flag("`true` lists only accounts with a balance, a debt, or a hold."),
    ...pageInQuery,
  }),
  responses: page(pageOf("AccountList", Account), [accountExample]),
  errors: ["invalid_reference"],
});

export const listAccountEntries = defineOperation({
  ...shared,
  id: "listAccountEntries",
  path: "/v1/accounts/{id}/entries",
  summary: "List the entries of an account",
  description:
    "Every entry of the account, newest first, with the balance after it. For any time span, the opening balance plus all entries equals the closing balance. Holds are not entries.",
  params: AccountPath,
  query: z.object({ created: CreatedField, ...pageInQuery }),
  responses: ok("A page.", AccountEntryList, accountEntriesExample),
  errors: ["account_not_found", "invalid_reference"],
});

export const getAccountBalance = defineOperation({
  ...shared,
  id: "getAccountBalance",
  path: "/v1/accounts/{id}/balance",
  summary: "Get the balance of an account at a time",
  description: "The sum of all entries before `asOf`. Holds aren’t included.",
  params: AccountPath,
  query: z.object({ asOf: DateTimeField.optional().meta({ description: "Not in the future. Defaults to now." }) }),
  responses: ok(
    "The balance.",
    z
      .strictObject({
        account: RecordIdField,
        member: RecordIdField,
        currency: CurrencyField,
        asOf: DateTimeField,
        balance: SignedAmount.meta({ description: "Negative where the account was overdrawn." }),
      })
      .meta({ id: "AccountBalance" }),
    { ...ofAccount, asOf: "2026-12-01T00:00:00.000Z", balance: 37.5 },
  ),
  errors: ["account_not_found"],
});

export const listAccountStatements = defineOperation({
  ...shared,
  id: "listAccountStatements",
  path: "/v1/accounts/{id}/statements",
  summary: "List the statements of an account",
  description:
    "The months with entries, newest first, as the member sees them in the wallet; at most 120. Months follow the tenant’s time zone. The entries of a month are those with `created` from `from` to before `before`.",
  params: AccountPath,
  responses: ok(
    "The statements.",
    z
      .strictObject({
        account: RecordIdField,
        member: RecordIdField,
        currency: CurrencyField,
        timeZone: TimeZoneField,
        statements: z.array(
          z.strictObject({
            month: z
              .string()
              .regex(/^[0-9]{4}-[0-9]{2}$/)
              .meta({ description: "The statements." }),
            from: DateTimeField,
            before: DateTimeField,
            opening: SignedAmount.meta({ description: "The balance at `from`." }),
            credited: AmountOutput.meta({ description: "All that came in." }),
            debited: AmountOutput.meta({ description: "All that left." }),
            closing: SignedAmount.meta({ description: "opening + credited − debited." }),
            entryCount: z.int().min(1),
          }),
        ),
      })
      .meta({ id: "AccountStatements" }),
    {
      ...ofAccount,
      timeZone: "UTC",
      statements: [
        {
          month: "2026-11",
          from: "2026-11-01T00:00:00.000Z",
          before: "2026-12-01T00:00:00.000Z",
          opening: 0,
          credited: 50,
          debited: 12.5,
          closing: 37.5,
          entryCount: 2,
        },
      ],
    },
  ),
  errors: ["account_not_found"],
});
