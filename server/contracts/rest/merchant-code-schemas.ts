import { z } from "zod";
import { AmountInput, DateField, DateTimeField, INTERVALS, RecordIdField } from "../fields";
import { AnyCodeInput, lacksPin, PIN_REQUIRED, PinInput } from "./code-fields";
import { PAYMENT_CODE_STATUSES } from "./payment-code-schemas";
import { MerchantReference, OptionalCurrency } from "./transaction-schemas";

/** Payment codes on the merchant surface (contract 4.5). */

export const ValidatePaymentCodeBody = z
  .object({ paymentCode: z.string().max(64).meta({ description: "As it was typed; a malformed one is not valid." }) })
  .meta({ id: "ValidatePaymentCode" });

export const ValidatedPaymentCode = z
  .strictObject({
    valid: z
      .boolean()
      .meta({ description: "Whether this merchant could sell on it now, with the right PIN and funds." }),
    status: z.enum(PAYMENT_CODE_STATUSES).nullable().meta({ description: "Null for an unknown code." }),
    memberId: RecordIdField.nullable().meta({ description: "Only of a valid code." }),
    expiresAt: DateTimeField.nullable().meta({ description: "Null where no time bounds the next use." }),
    usesRemaining: z.int().nullable().meta({ description: "0 once it has ended. Null where no number bounds it." }),
    recurringAllowed: z.boolean(),
    recurring: z
      .strictObject({
        interval: z.enum(INTERVALS).nullable(),
        limit: z.int().nullable(),
        thru: DateField.nullable(),
        nextUseOn: DateField.nullable(),
      })
      .nullable(),
    reasonCode: z.string().nullable().meta({ description: "What a sale would be declined with." }),
  })
  .meta({ id: "ValidatedPaymentCode" });

const chargeShape = {
  paymentCode: AnyCodeInput,
  pin: PinInput.optional(),
  amount: AmountInput,
  currency: OptionalCurrency,
  merchantReference: MerchantReference.optional(),
};

export const SellPaymentCodeBody = z
  .object(chargeShape)
  .refine((body) => !lacksPin(body.paymentCode, body.pin), { error: PIN_REQUIRED, path: ["pin"] })
  .meta({ id: "SellPaymentCode" });

/** Whether the PIN is needed depends on the code: only the first recurring charge does. */
export const ChargePaymentCodeBody = z.object(chargeShape).meta({ id: "ChargePaymentCode" });
