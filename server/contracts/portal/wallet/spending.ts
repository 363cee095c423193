import { z } from "zod";
import { MAX_MONTHS } from "@/server/contracts/choices";

/** Inputs of what a member spent. */

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const SpendingInput = z.object({
  /** The member's: a payment late in the evening belongs to that evening's month. */
  zone: z.string().max(64).refine(isZone, "Not a time zone.").default("UTC"),
  /** The newest month; without it the one under way. */
  last: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
  months: z.int().min(1).max(MAX_MONTHS).default(1),
});
