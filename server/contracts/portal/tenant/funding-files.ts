import { z } from "zod";
import { MAX_FUNDING_BYTES } from "@/server/contracts/choices";
import { RecordIdField } from "@/server/contracts/fields";

const FileText = z
  .string()
  .min(1, "Choose a file.")
  .max(MAX_FUNDING_BYTES, "Use a file of at most 1 MB.")
  .refine((text) => text.isWellFormed(), "Use a file of text.");

export const PreviewFundingsInput = z.object({ text: FileText });

export const FundFileInput = z.object({ key: z.uuid(), text: FileText });

export const DecideFundingsInput = z.object({ id: RecordIdField, isApproved: z.boolean() });
