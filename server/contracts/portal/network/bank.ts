import { z } from "zod";
import { CurrencyField } from "@/server/contracts/fields";
import { nameField } from "../shared/pages";

export const SetBankAccountInput = z.object({
  key: z.uuid(),
  currency: CurrencyField,
  holder: nameField("who owns the account"),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Enter two letters, like DE."),
  accountNumber: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z](?: ?[0-9A-Za-z]){5,33}$/, "Enter an IBAN or an account number."),
  bankCode: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z]{3,11}$/, "Enter a BIC or a routing number.")
    .optional(),
  bankName: nameField("the bank’s name"),
});
