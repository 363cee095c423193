import { z } from "zod";
import { CURSOR, INK, MAX_NAME, SORTED_CURSOR } from "@/server/contracts/choices";
import { AmountInput, lineOfText } from "@/server/contracts/fields";

const MAX_PAGE = 100;

export const EnvironmentField = z.enum(["live", "test"]);

export const nameField = (what: string) =>
  z
    .string()
    .trim()
    .min(1, `Enter ${what}.`)
    .max(MAX_NAME, `Use at most ${MAX_NAME} characters.`)
    .regex(INK, `Enter ${what}.`)
    .pipe(lineOfText(MAX_NAME));

export const TypedAmount = z.number("Enter an amount, like 12.50.").pipe(AmountInput);

const CursorInput = z
  .string()
  .regex(CURSOR)
  .refine((text) => !Number.isNaN(Date.parse(text.split("~")[0] ?? "")));

const ListCursorInput = z.union([
  CursorInput,
  z
    .string()
    .regex(SORTED_CURSOR)
    .refine((text) => isSortedCursor(text)),
]);

function isSortedCursor(text: string): boolean {
  const [at = "", value = ""] = text.split("~");
  try {
    return !Number.isNaN(Date.parse(at)) && !decodeURIComponent(value).includes("\u0000");
  } catch {
    return false;
  }
}

export const PageInput = z.object({
  cursor: CursorInput.nullish(),
  limit: z.int().min(1).max(MAX_PAGE).default(20),
});

export const sortedPageInput = <const Sorts extends readonly string[]>(sorts: Sorts) =>
  PageInput.extend({ sort: z.enum(sorts).optional(), cursor: ListCursorInput.nullish() });

export const RecordInput = z.object({ id: z.string().min(1).max(64) });
