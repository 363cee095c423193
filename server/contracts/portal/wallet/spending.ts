import { z } from "zod";
import { MAX_MONTHS } from "@/server/contracts/choices";
import { TimeZoneField } from "@/server/contracts/fields";

/** Inputs of what a member spent. */

export const SpendingInput = z.object({
  /** The member's: a payment late in the evening belongs to that evening's month. */
  zone: TimeZoneField.default("UTC"),
  /** The newest month; without it the one under way. */
  last: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
  months: z.int().min(1).max(MAX_MONTHS).default(1),
});
