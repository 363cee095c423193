import { z } from "zod";
import { DateField, MerchantIdField } from "@/server/contracts/fields";
import { TypedAmount } from "./pages";

export const SetPriceInput = z.object({
  id: MerchantIdField,
  currency: z.string().regex(/^[A-Z]{3}$/, "Choose a currency."),
  /** Percent, with two decimals. */
  rate: z
    .number("Enter a percentage, like 1.4.")
    .min(0, "Enter 0 or more.")
    .max(100, "Enter 100 or less.")
    .refine((rate) => /^\d+(\.\d{1,2})?$/.test(String(rate)), "Use at most two decimals."),
  fixed: TypedAmount.optional(),
  /** First day, UTC. */
  effectiveOn: DateField,
});
