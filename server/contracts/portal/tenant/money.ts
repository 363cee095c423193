import { z } from "zod";
import { PERIODS } from "@/server/contracts/choices";
import { CurrencyField, MerchantIdField, RecordIdField } from "@/server/contracts/fields";
import { ReversalReasonField, ReverseKindField } from "@/server/contracts/rest/authorization-schemas";
import { CreatePaymentCodeBody } from "@/server/contracts/rest/payment-code-schemas";
import { TypedAmount } from "../shared/pages";

/** Created when a dialog opens, so that a repeat does nothing. */
const key = z.uuid();

export const TestPaymentInput = z.object({ key });
export const CaptureInput = z.object({ id: RecordIdField, key, amount: TypedAmount });
export const IncrementInput = z.object({ id: RecordIdField, key, amount: TypedAmount });
export const ReverseInput = z.object({
  id: RecordIdField,
  key,
  amount: TypedAmount,
  kind: ReverseKindField,
  reason: z.string().min(1, "Choose why.").pipe(ReversalReasonField),
});

export const OverviewInput = z.object({ period: z.enum(PERIODS).default("7d") });

export const MintCodeInput = CreatePaymentCodeBody.safeExtend({ key, maxAmount: TypedAmount.optional() });

export const SettleInput = z.object({ key, merchant: MerchantIdField.optional() });

export const OpenFloatInput = z.object({ key, currency: CurrencyField });
