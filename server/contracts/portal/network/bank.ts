import { z } from "zod";
import { INK, MAX_SEARCH, MAX_STATEMENT_BYTES } from "@/server/contracts/choices";
import { AccountIdField, CurrencyField, DateField, lineOfText, RecordIdField } from "@/server/contracts/fields";
import { RecordIdInput } from "@/server/contracts/portal/shared/record-id";
import { AddressesField } from "../shared/addresses";
import { bankAccountFields } from "../shared/bank-account";
import { nameField } from "../shared/pages";
import { CsvMappingInput } from "./csv-mapping";

export const SetBankAccountInput = z.object({
  key: z.uuid(),
  currency: CurrencyField,
  holder: nameField("who owns the account"),
  ...bankAccountFields,
  bankName: nameField("the bank’s name"),
});

export const ImportStatementInput = z.object({
  key: z.uuid(),
  text: z.string().min(1, "Choose a file.").max(MAX_STATEMENT_BYTES),
  /** Of a CSV file. */
  bankAccountId: RecordIdField.optional(),
});

export const CsvColumnsInput = z.object({ id: RecordIdField, mapping: CsvMappingInput });

export const NewNetworkKeyInput = z.object({
  key: z.uuid(),
  label: nameField("what the key is for"),
  allowedAddresses: AddressesField,
  /** First UTC day on which it no longer works. Default: never expires. */
  expiresOn: DateField.optional(),
});

export const FindFundableInput = z.object({
  currency: CurrencyField,
  search: z.string().trim().min(1).max(MAX_SEARCH),
});

export const AssignLineInput = RecordIdInput.extend({ key: z.uuid(), accountId: AccountIdField });

export const AnswerByLineInput = RecordIdInput.extend({ key: z.uuid(), payoutId: RecordIdField });

export const MarkLineInput = RecordIdInput.extend({
  state: z.enum(["returned", "other"]),
  note: z.string().trim().regex(INK, "Say why.").pipe(lineOfText(140)),
});
