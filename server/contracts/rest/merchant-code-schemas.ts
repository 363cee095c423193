import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { AmountInput, DateField, DateTimeField, RecordIdField } from "../fields";
import { annotationFields } from "./authorization-schemas";
import { AnyCodeInput, lacksPin, PIN_REQUIRED, PinInput } from "./code-fields";
import { PAYMENT_CODE_STATUSES } from "./payment-code-schemas";
import { OptionalCurrency } from "./transaction-schemas";

/** Payment codes in the merchant API (contract 4.5). */

export const ValidatePaymentCodeBody = z
  .object({
    paymentCode: z
      .string()
      .max(64)
      .meta({ description: "The code as entered. A malformed one is invalid, not an error." }),
  })
  .meta({ id: "ValidatePaymentCode" });

export const ValidatedPaymentCode = z
  .strictObject({
    valid: z.boolean().meta({
      description: "Whether this merchant could charge the code now, assuming the right PIN and enough funds.",
    }),
    status: z.enum(PAYMENT_CODE_STATUSES).nullable().meta({ description: "Null for an unknown code." }),
    memberId: RecordIdField.nullable().meta({ description: "Set for a valid code only." }),
    expiresAt: DateTimeField.nullable().meta({ description: "Null if the next use has no deadline." }),
    usesRemaining: z
      .int()
      .nullable()
      .meta({ description: "Remaining uses; 0 once the code has ended. Null if unlimited." }),
    recurringAllowed: z.boolean(),
    recurring: z
      .strictObject({
        interval: z.enum(INTERVALS).nullable(),
        limit: z.int().nullable(),
        thru: DateField.nullable(),
        nextUseOn: DateField.nullable(),
      })
      .nullable(),
    reasonCode: z.string().nullable().meta({ description: "The response code a sale would be declined with." }),
  })
  .meta({ id: "ValidatedPaymentCode" });

const chargeShape = {
  paymentCode: AnyCodeInput,
  pin: PinInput.optional(),
  amount: AmountInput,
  currency: OptionalCurrency,
  ...annotationFields,
};

export const SellPaymentCodeBody = z
  .object(chargeShape)
  .refine((body) => !lacksPin(body.paymentCode, body.pin), { error: PIN_REQUIRED, path: ["pin"] })
  .meta({ id: "SellPaymentCode" });

/** Only a code's first charge may need a PIN, depending on the code. */
export const ChargePaymentCodeBody = z.object(chargeShape).meta({ id: "ChargePaymentCode" });
