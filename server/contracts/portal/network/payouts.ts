import { z } from "zod";
import { ACCOUNT_REASONS, RETURN_REASONS } from "@/server/contracts/choices";
import { CurrencyField, DateField, RecordIdField } from "@/server/contracts/fields";
import { TypedAmount } from "../shared/pages";

/** What the operator saw of the payouts that go into it: of others no file is made. */
export const MakeFileInput = z.object({
  key: z.uuid(),
  currency: CurrencyField,
  /** UTC, on which the payouts were created. */
  day: DateField,
  format: z.enum(["pain_001", "csv"]),
  executesOn: DateField.meta({ description: "The day that the bank is asked to pay on." }),
  payoutCount: z.int().min(1),
  sum: TypedAmount,
});

export const TermsInput = z.object({
  currency: CurrencyField,
  smallest: TypedAmount,
  /** Left out: a payout costs nothing. */
  fee: TypedAmount.optional(),
  feePayer: z.enum(["member", "tenant"]),
});

export const FailPayoutInput = z.object({ id: RecordIdField, reason: z.enum(RETURN_REASONS) });
export const ShowAccountInput = z.object({ id: RecordIdField, reason: z.enum(ACCOUNT_REASONS) });
