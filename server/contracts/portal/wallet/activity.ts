import { z } from "zod";
import { DISPUTE_NOTE_MAX, DISPUTE_REASONS, OUTCOMES } from "@/server/contracts/choices";
import { AccountIdField, CardIdField, noteOfText, RecordIdField } from "@/server/contracts/fields";
import { PageInput } from "../shared/pages";

export const ActivityInput = PageInput.extend({
  paymentCodeId: RecordIdField.optional(),
  agreementId: RecordIdField.optional(),
  cardId: CardIdField.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  account: AccountIdField.optional(),
  search: z.string().trim().min(1).max(100).optional(),
});

export const DisputeInput = z.object({
  id: RecordIdField,
  reason: z.enum(DISPUTE_REASONS, "Choose what’s wrong."),
  note: noteOfText(DISPUTE_NOTE_MAX).optional(),
});

export const AnswerDisputeInput = z.object({
  id: RecordIdField,
  answer: noteOfText(DISPUTE_NOTE_MAX).min(1, "Write your answer."),
});
