import { z } from "zod";
import { INK, MAX_NAME, MAX_SEARCH } from "@/server/contracts/choices";
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

/** `cursor`: the id of the record that the page is after. */
export const PageInput = z.object({
  cursor: z
    .string()
    .regex(/^\w{1,64}$/)
    .nullish(),
  limit: z.int().min(1).max(MAX_PAGE).default(20),
});

export const SearchField = z.string().trim().min(1).max(MAX_SEARCH);

export const wordOf = (max: number) => z.string().min(1).max(max);

/** A decimal in major units, in whatever currency the records have. */
export const TypedNumber = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/)
  .transform(Number);

export const RecordInput = z.object({ id: z.string().min(1).max(64) });
