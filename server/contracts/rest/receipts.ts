import { z } from "zod";
import { AgreementTerms } from "../agreement-terms";
import { AmountOutput, AuthorizationIdField, CurrencyField, DateTimeField } from "../fields";

/** A receipt for people: what was paid and refunded, without the payer. */
export const ReceiptView = z.strictObject({
  merchant: z.string(),
  isTest: z.boolean(),
  status: z.enum(["Paid", "Partly refunded", "Refunded"]),
  currency: CurrencyField,
  paid: AmountOutput,
  refunded: AmountOutput,
  total: AmountOutput,
  paidAt: DateTimeField,
  paidWith: z.enum(["Card", "Payment code", "Recurring authorization"]),
  terms: AgreementTerms.nullable(),
  approvalCode: z.string(),
  authorizationId: AuthorizationIdField,
  transactionId: z.string(),
  merchantReference: z.string().nullable(),
  refunds: z.array(
    z.strictObject({ refundId: z.string(), amount: AmountOutput, reason: z.string(), createdAt: DateTimeField }),
  ),
});
export type ReceiptView = z.infer<typeof ReceiptView>;
