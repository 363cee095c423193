import { z } from "zod";
import {
  AMOUNT_FILTER,
  AUTHORIZATION_SORTS,
  AUTHORIZATION_STATES,
  BATCH_SORTS,
  CHARGE_SORTS,
  CHARGE_STATES,
  CODE_SORTS,
  CODE_STATES,
  MAX_SEARCH,
  PERIODS,
  WAYS_OF_PAYING,
} from "@/server/contracts/choices";
import { isCurrency } from "@/server/contracts/currencies";
import { isDeclineCode } from "@/server/contracts/decline-reasons";
import { DateField, MemberIdField, MerchantIdField, RecordIdField } from "@/server/contracts/fields";
import { ReversalReasonField, ReverseKindField } from "@/server/contracts/rest/authorization-schemas";
import { CreatePaymentCodeBody } from "@/server/contracts/rest/payment-code-schemas";
import { sortedPageInput, TypedAmount } from "../shared/pages";

const search = z.string().max(MAX_SEARCH).optional();

const AmountFilter = z.string().regex(AMOUNT_FILTER);

export const AuthorizationListInput = sortedPageInput(AUTHORIZATION_SORTS).extend({
  state: z.enum(AUTHORIZATION_STATES).optional(),
  merchant: MerchantIdField.optional(),
  member: MemberIdField.optional(),
  from: DateField.optional().meta({ description: "First day, in the tenant’s time zone." }),
  to: DateField.optional().meta({ description: "Last day, in the tenant’s time zone." }),
  currency: z.string().refine(isCurrency).optional(),
  least: AmountFilter.optional(),
  most: AmountFilter.optional(),
  reason: z.string().refine(isDeclineCode).optional(),
  way: z.enum(WAYS_OF_PAYING).optional(),
  search,
});

/** Created when a dialog opens, so that a repeat does nothing. */
const key = z.uuid();

export const TestPaymentInput = z.object({ key });
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

export const CodeListInput = sortedPageInput(CODE_SORTS).extend({ state: z.enum(CODE_STATES).optional(), search });

export const ChargeRequestListInput = sortedPageInput(CHARGE_SORTS).extend({
  state: z.enum(CHARGE_STATES).optional(),
  merchant: MerchantIdField.optional(),
  search,
});

export const MintCodeInput = CreatePaymentCodeBody.safeExtend({ key, maxAmount: TypedAmount.optional() });
export const RevokeCodeInput = z.object({ id: RecordIdField });

export const BatchListInput = sortedPageInput(BATCH_SORTS).extend({
  merchant: MerchantIdField.optional(),
  currency: z.string().refine(isCurrency).optional(),
});
export const SettleInput = z.object({ key, merchant: MerchantIdField.optional() });
