import type { z } from "zod";
import type { CreatedField, paymentsInBody } from "@/server/contracts/rest/reading-back/list-fields";
import type { PayoutState } from "@/server/domain/payouts";
import type { BatchFilter, PaymentFilter, PayoutFilter } from "@/server/domain/queries";
import { readTenThousandths } from "@/server/platform/money";

interface Position {
  readonly limit: number;
  readonly starting_after?: string | undefined;
  readonly ending_before?: string | undefined;
}

export function readPosition({ limit, starting_after, ending_before }: Position) {
  return { limit, startingAfter: starting_after ?? null, endingBefore: ending_before ?? null };
}

export function readSpan(created: z.output<typeof CreatedField>) {
  const { gte, lt } = created ?? {};
  return {
    createdFrom: gte === undefined ? null : new Date(gte),
    createdBefore: lt === undefined ? null : new Date(lt),
  };
}

type PaymentFields = z.output<z.ZodObject<typeof paymentsInBody>> & { readonly merchant?: string | undefined };

export function readPaymentFilter(asked: PaymentFields): PaymentFilter {
  const { amount, merchant, member, card, merchantReference, metadata, currency, instrument } = asked;
  return {
    ...readPosition(asked),
    ...readSpan(asked.created),
    merchant: merchant ?? null,
    member: member ?? null,
    card: card ?? null,
    merchantReference: merchantReference ?? null,
    metadata: metadata ?? null,
    amountFrom: amount?.gte === undefined ? null : readTenThousandths(amount.gte),
    amountTo: amount?.lte === undefined ? null : readTenThousandths(amount.lte),
    currency: currency ?? null,
    instrument: instrument ?? null,
  };
}

interface BatchFields extends Position {
  readonly created?: z.output<typeof CreatedField>;
  readonly merchant?: string | undefined;
  readonly currency?: string | undefined;
}

export function readBatchFilter(asked: BatchFields): BatchFilter {
  const { created, merchant = null, currency = null } = asked;
  return { ...readPosition(asked), ...readSpan(created), merchant, currency };
}

export function readPayoutFilter(asked: BatchFields & { readonly status?: PayoutState | undefined }): PayoutFilter {
  return { ...readBatchFilter(asked), status: asked.status ?? null };
}

export function isSettledAs(status: "PendingSettlement" | "Captured" | "Refunded" | undefined): boolean | null {
  return status === undefined ? null : status !== "PendingSettlement";
}
