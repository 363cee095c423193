import { z } from "zod";
import { INTERVALS } from "@/server/contracts/choices";
import { DateField, RecordIdField } from "@/server/contracts/fields";
import { PageInput, TypedAmount } from "../shared/pages";

const A_YEAR_OF_MINUTES = 525_600;

export const CodeListInput = PageInput.extend({
  isUsable: z.boolean().optional(),
});

/** Terms of a new code (contract 2.8). `key` is created when the dialog opens, so that a repeat makes no second code. */
export const NewCodeInput = z
  .object({
    key: z.uuid(),
    account: RecordIdField,
    maxAmount: TypedAmount.optional(),
    expiryMinutes: z.int().min(1).max(A_YEAR_OF_MINUTES),
    recurring: z
      .object({
        interval: z.enum(INTERVALS),
        limit: z
          .int("Enter a whole number.")
          .min(1, "Enter at least 1.")
          .max(10_000, "Enter at most 10,000.")
          .optional(),
        thru: DateField.optional(),
      })
      .optional(),
  })
  .meta({ description: "Without `recurring` the code works once." });
