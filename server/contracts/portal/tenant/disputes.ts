import { z } from "zod";
import { DISPUTE_NOTE_MAX, DISPUTE_OUTCOMES, DISPUTE_REASONS } from "@/server/contracts/choices";
import { MerchantIdField, noteOfText, RecordIdField } from "@/server/contracts/fields";

export const CountDisputesInput = z.object({
  reason: z.enum(DISPUTE_REASONS).optional(),
  merchant: MerchantIdField.optional(),
});

export const CloseDisputeInput = z.object({
  id: RecordIdField,
  /** Created when a dialog opens, so that a repeat does nothing. */
  key: z.uuid(),
  outcome: z.enum(DISPUTE_OUTCOMES, "Choose how it ends."),
  message: noteOfText(DISPUTE_NOTE_MAX).optional(),
});
