import { z } from "zod";
import { RecordIdField } from "@/server/contracts/fields";
import { TypedAmount } from "../shared/pages";

/** Inputs of a member’s cards. */

/** The member's own limits of a card, all of them: what is left out is cleared. */
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
