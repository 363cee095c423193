import { z } from "zod";
import { OUTCOMES, REPORT_NOTE_MAX } from "@/server/contracts/choices";
import { AccountIdField, CardIdField, RecordIdField } from "@/server/contracts/fields";
import { PageInput } from "../shared/pages";

export const ActivityInput = PageInput.extend({
  paymentCodeId: RecordIdField.optional(),
  agreementId: RecordIdField.optional(),
  cardId: CardIdField.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  account: AccountIdField.optional(),
  search: z.string().trim().min(1).max(100).optional(),
});

export const ReportTransactionInput = z.object({
  id: RecordIdField,
  note: z
    .string()
    .trim()
    .max(REPORT_NOTE_MAX, `Use at most ${REPORT_NOTE_MAX} characters.`)
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), "Some characters aren’t allowed.")
    .optional(),
});
