import { z } from "zod";
import { AUTHORIZATION_STATES } from "@/server/contracts/authorization-statuses";
import { DateField, MerchantIdField, RecordIdField } from "@/server/contracts/fields";
import { ReversalReasonField, ReverseKindField } from "@/server/contracts/rest/authorization-schemas";
import { CreatePaymentCodeBody } from "@/server/contracts/rest/payment-code-schemas";
import { PageInput, TypedAmount } from "../shared/pages";

/** Inputs of a tenant's pages about money. */

const CODE_STATES = ["active", "used", "locked", "expired", "revoked"] as const;
export const PERIODS = ["24h", "7d", "30d"] as const;

const search = z.string().max(128).optional();

export const AuthorizationListInput = PageInput.extend({
  state: z.enum(AUTHORIZATION_STATES).optional(),
  merchant: MerchantIdField.optional(),
  from: DateField.optional().meta({ description: "First day, UTC." }),
  to: DateField.optional().meta({ description: "Last day, UTC." }),
  search,
});

/** Made when a dialog opens: sent twice it acts once. */
const key = z.uuid();

export const CaptureInput = z.object({ id: RecordIdField, key, amount: TypedAmount.optional() });
export const IncrementInput = z.object({ id: RecordIdField, key, amount: TypedAmount });
export const ReverseInput = z.object({
  id: RecordIdField,
  key,
  amount: TypedAmount.optional(),
  kind: ReverseKindField.optional(),
  reason: z.string().min(1, "Choose why.").pipe(ReversalReasonField),
});

export const OverviewInput = z.object({ period: z.enum(PERIODS).default("7d") });

export const CodeListInput = PageInput.extend({ state: z.enum(CODE_STATES).optional(), search });
export const MintCodeInput = CreatePaymentCodeBody.safeExtend({ key, maxAmount: TypedAmount.optional() });
export const RevokeCodeInput = z.object({ id: RecordIdField });

export const BatchListInput = PageInput.extend({ merchant: MerchantIdField.optional() });
export const SettleInput = z.object({ key, merchant: MerchantIdField.optional() });
