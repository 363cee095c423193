import { z } from "zod";
import { BIDI, LINE, MAX_IMPORT_BYTES } from "@/server/contracts/choices";
import { CurrencyField } from "@/server/contracts/fields";
import { EmailField } from "../shared/account";
import { nameField, TypedAmount } from "../shared/pages";

const TOO_LARGE = "Use a file of at most 256 KB.";

const FileText = z
  .string()
  .min(1, "Choose a file, or paste its text.")
  .max(MAX_IMPORT_BYTES, TOO_LARGE)
  .refine((text) => new TextEncoder().encode(text).length <= MAX_IMPORT_BYTES, TOO_LARGE)
  .refine((text) => text.isWellFormed(), "Use a file of text.");

export const PreviewImportInput = z.object({ text: FileText });

export const StartImportInput = z.object({
  key: z.uuid(),
  text: FileText,
  isInviting: z.boolean(),
});

/** Written by a decoder for invalid bytes. */
const LOST = "\uFFFD";

/** Same rules as the form for one member. Empty cells count as absent. */
export const ImportedMember = z
  .object({
    name: nameField("the member’s name").refine(
      (name) => !name.includes(LOST),
      "Has letters that can’t be read. Save the file as CSV UTF-8.",
    ),
    email: EmailField.optional(),
    externalId: z
      .string()
      .max(64, "Use at most 64 characters.")
      .refine((id) => LINE.test(id) && !BIDI.test(id), "Use no control characters.")
      .refine((id) => !id.includes(LOST), "Has letters that can’t be read. Save the file as CSV UTF-8.")
      .optional(),
    currency: CurrencyField.optional(),
    amount: TypedAmount.optional(),
  })
  .refine(({ currency, amount }) => amount === undefined || currency !== undefined, {
    path: ["currency"],
    message: "Enter the currency of the amount.",
  });
