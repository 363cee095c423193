import { z } from "zod";
import { CurrencyField } from "@/server/contracts/fields";
import { bankAccountFields } from "../shared/bank-account";
import { nameField } from "../shared/pages";

export const SetBankAccountInput = z.object({
  key: z.uuid(),
  currency: CurrencyField,
  holder: nameField("who owns the account"),
  ...bankAccountFields,
  bankName: nameField("the bank’s name"),
});
