import { z } from "zod";
import { INK } from "@/server/contracts/choices";
import { lineOfText, RecordIdField } from "@/server/contracts/fields";
import { CARD_TINTS, MAX_CARD_NAME } from "@/server/contracts/portal/wallet/card-tints";
import { TypedAmount } from "../shared/pages";

/** Replaces all of the member's limits; absent ones are cleared. */
export const CardLimitsInput = z.object({
  id: RecordIdField,
  perTransaction: TypedAmount.optional(),
  dailyAmount: TypedAmount.optional(),
  dailyCount: z
    .int("Enter a whole number.")
    .min(1, "Enter at least 1. To stop all payments, freeze the card.")
    .max(10_000, "Enter at most 10,000.")
    .optional(),
});

/** Replaces name and look; absent ones are cleared. */
export const CardLookInput = z.object({
  id: RecordIdField,
  name: z
    .string()
    .trim()
    .max(MAX_CARD_NAME, `Use at most ${MAX_CARD_NAME} characters.`)
    .regex(INK, "Enter a name, or leave it empty.")
    .pipe(lineOfText(MAX_CARD_NAME))
    .optional(),
  tint: z.enum(CARD_TINTS).optional(),
});
