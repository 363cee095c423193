import { z } from "zod";
import { MAX_MONTHS } from "@/server/contracts/choices";
import { TimeZoneField } from "@/server/contracts/fields";

export const SpendingInput = z.object({
  /** The member's time zone, so that a late evening payment counts in that evening's month. */
  zone: TimeZoneField.default("UTC"),
  /** Newest month; default: the current one. */
  last: z
    .string()
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
  months: z.int().min(1).max(MAX_MONTHS).default(1),
});
