import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { AmountOutput, CurrencyField, DateField } from "./fields";

/** What bounds the charges of an agreement. */
export const AgreementTerms = z.strictObject({
  currency: CurrencyField,
  /** What a charge usually comes to, as the merchant said. */
  amount: AmountOutput.nullable(),
  /** The most a charge may come to. Null: the usual amount, and without one there is no bound. */
  cap: AmountOutput.nullable(),
  /** How often at most. */
  interval: z.enum(INTERVALS).nullable(),
  /** Last day of charges, UTC. */
  endsOn: DateField.nullable(),
  /** How many charges there may be in all. */
  chargeLimit: z.int().nullable(),
});
export type AgreementTerms = Readonly<z.infer<typeof AgreementTerms>>;
