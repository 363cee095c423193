import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { AmountOutput, CurrencyField, DateField } from "./fields";

export const AgreementTerms = z.strictObject({
  currency: CurrencyField,
  /** The usual amount of a charge, according to the merchant. */
  amount: AmountOutput.nullable(),
  /** Upper limit of a charge. Null: the usual amount; without that either, there is no limit. */
  cap: AmountOutput.nullable(),
  interval: z.enum(INTERVALS).nullable(),
  /** Last day of charges, UTC. */
  endsOn: DateField.nullable(),
  chargeLimit: z.int().nullable(),
});
export type AgreementTerms = Readonly<z.infer<typeof AgreementTerms>>;
