import { z } from "zod";
import { AccountIdField } from "@/server/contracts/fields";
import { TypedAmount } from "./pages";

export const bankAccountFields = {
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
};

/** To an account in the member's name. `key` is created when the form opens, so that a repeat pays once. */
export const PayOutInput = z.object({
  key: z.uuid(),
  account: AccountIdField,
  /** Left out: all that is available, less the member's fee. */
  amount: TypedAmount.optional(),
  /** The member’s fee, as the form shows it. Left out where it shows none. */
  fee: z.number().min(0).optional(),
  ...bankAccountFields,
});
