import { z } from "zod";
import {
  AmountInput,
  AmountOutput,
  AuthorizationIdField,
  CurrencyField,
  DateField,
  DateTimeField,
  growing,
  RecordIdField,
} from "../fields";

export const LineKind = growing(["capture", "refund"], { description: "What was settled." });

export const SignedAmount = z.number().meta({ id: "SignedAmount", description: "A JSON number, negative for a debt." });

export const CarriedIn = SignedAmount.meta({
  description:
    "Negative: debt carried from the previous batch. Positive: returned payouts, which this batch pays again.",
});

export const chargedShape = {
  gross: SignedAmount.meta({ description: "captured − refunded." }),
  fee: SignedAmount.meta({
    description: "The fees of the batch’s lines; negative if refunds returned more than was charged.",
  }),
  net: SignedAmount.meta({ description: "gross − fee." }),
};

export const FundAccountBody = z.object({ amount: AmountInput }).meta({ id: "FundAccount" });

export const FundedAccount = z
  .strictObject({
    account: RecordIdField,
    currency: CurrencyField,
    amount: AmountOutput.meta({ description: "The amount added." }),
  })
  .meta({ id: "FundedAccount" });

export const RescueBody = z
  .object({
    account: z.string().min(1).max(64).optional().meta({
      description: "The member’s account that is to pay. Defaults to the one that was to pay.",
    }),
  })
  .meta({ id: "Rescue" });

export const RescuedAuthorization = z
  .strictObject({
    authorizationId: AuthorizationIdField.meta({ description: "Of the decline." }),
    recordId: RecordIdField,
    merchant: RecordIdField.meta({ description: "The only merchant that can use the code." }),
    account: RecordIdField.meta({ description: "The account that pays." }),
    amount: AmountOutput.meta({ description: "The most the next try can take." }),
    currency: CurrencyField,
    until: DateTimeField,
  })
  .meta({ id: "RescuedAuthorization" });

export const SettleBody = z
  .object({
    merchant: z.string().min(1).max(64).optional().meta({ description: "Only settle this merchant." }),
  })
  .meta({ id: "Settle" });

const StatementLine = z
  .strictObject({
    kind: LineKind,
    id: RecordIdField,
    transactionId: RecordIdField,
    refundId: RecordIdField.nullable(),
    authorizationId: AuthorizationIdField,
    merchantReference: z.string().nullable(),
    amount: SignedAmount,
    fee: SignedAmount.meta({
      description: "The fee of the line; negative if a refund returns it.",
    }),
    net: SignedAmount.meta({ description: "amount − fee." }),
    createdAt: DateTimeField,
  })
  .meta({ id: "StatementLine" });

const SettlementBatch = z
  .strictObject({
    batchId: RecordIdField,
    merchant: RecordIdField,
    currency: CurrencyField,
    day: DateField,
    captured: AmountOutput,
    refunded: AmountOutput,
    ...chargedShape,
    carriedIn: CarriedIn,
    payout: AmountOutput,
    carriedOut: SignedAmount.meta({ description: "Debt carried into the next batch." }),
    createdAt: DateTimeField,
    lines: z.array(StatementLine),
    hasMoreLines: z.boolean(),
  })
  .meta({
    id: "SettlementBatch",
    description: "captured − refunded − fee + carriedIn = payout + carriedOut. At most 100 lines are listed here.",
  });

const MerchantMoney = z
  .strictObject({
    merchant: RecordIdField,
    currency: CurrencyField,
    pending: SignedAmount.meta({ description: "Captured minus refunded, not settled yet." }),
    settled: SignedAmount.meta({ description: "Captured minus refunded, settled." }),
    paidOut: AmountOutput,
    carriedOver: SignedAmount.meta({ description: "Debt that the next batch starts with." }),
  })
  .meta({ id: "MerchantMoney" });

export const Settlement = z
  .strictObject({ batches: z.array(SettlementBatch), balances: z.array(MerchantMoney) })
  .meta({ id: "Settlement" });
