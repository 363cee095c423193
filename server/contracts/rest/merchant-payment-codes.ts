import {
  ChargePaymentCodeBody,
  SellPaymentCodeBody,
  ValidatedPaymentCode,
  ValidatePaymentCodeBody,
} from "./merchant-code-schemas";
import { defineOperation, ok } from "./operation";
import { SoldTransaction } from "./transaction-schemas";
import { soldExample } from "./transactions";

const shared = { tag: "Payment codes at the merchant", auth: "merchant", method: "POST" } as const;
const sold = {
  200: {
    description: "Approved or declined, or the earlier response for this Idempotency-Key.",
    schema: SoldTransaction,
    example: { ...soldExample, matchWords: "amber otter" },
  },
} as const;

export const validatePaymentCode = defineOperation({
  ...shared,
  id: "validatePaymentCode",
  path: "/merchant/v1/paymentcodes/validate",
  summary: "Check a payment code",
  description:
    "Checks whether a sale could use the code: its format, status, limits, and terms. Needs no PIN and uses nothing up.",
  idempotency: "none",
  unknownFields: "ignored",
  body: { schema: ValidatePaymentCodeBody, example: { paymentCode: "7KQ2M9XW" } },
  responses: ok("The code’s status and terms.", ValidatedPaymentCode, {
    valid: true,
    status: "Code Active",
    memberId: "TESTmemberAlice01",
    expiresAt: "2026-11-21T09:40:00.000Z",
    usesRemaining: 1,
    recurringAllowed: false,
    recurring: null,
    reasonCode: null,
  }),
  errors: [],
});

export const sellPaymentCode = defineOperation({
  ...shared,
  id: "sellPaymentCode",
  path: "/merchant/v1/paymentcodes/sale",
  summary: "Charge a payment code",
  description: "Authorizes and captures in one step. A 10-character code needs its PIN. A wrong PIN counts as a try.",
  idempotency: "recommended",
  unknownFields: "ignored",
  body: { schema: SellPaymentCodeBody, example: { paymentCode: "7KQ2M9XW", amount: 12.5 } },
  responses: sold,
  errors: ["invalid_reference", "tenant_suspended", "sandbox_clocks_differ"],
});

export const chargePaymentCode = defineOperation({
  ...shared,
  id: "chargePaymentCode",
  path: "/merchant/v1/paymentcodes/recurring-charge",
  summary: "Charge a payment code again",
  description:
    "A sale without the member present, within the code’s interval, limit, and last day. The first charge binds the code to this merchant and is the only one that needs the PIN.",
  idempotency: "recommended",
  unknownFields: "ignored",
  body: { schema: ChargePaymentCodeBody, example: { paymentCode: "7KQ2M9XW", amount: 9.99 } },
  responses: sold,
  errors: ["invalid_reference", "tenant_suspended", "sandbox_clocks_differ"],
});
