import { z } from "zod";
import { INK } from "@/server/contracts/choices";
import { lineOfText, RecordIdField } from "@/server/contracts/fields";
import { CARD_TINTS, MAX_CARD_NAME } from "@/server/contracts/portal/wallet/card-tints";
import { TypedAmount } from "../shared/pages";

const CardLimits = z.object({
  perTransaction: TypedAmount.nullable(),
  dailyAmount: TypedAmount.nullable(),
  dailyCount: z
    .int("Enter a whole number.")
    .min(1, "Enter at least 1. To stop all payments, freeze the card.")
    .max(10_000, "Enter at most 10,000.")
    .nullable(),
});

/** Null clears a limit; an absent one stays. `seen`: all before the change, to find what was changed elsewhere meanwhile. */
export const CardLimitsInput = CardLimits.partial().extend({ id: RecordIdField, seen: CardLimits.optional() });

const CardLook = z.object({
  name: z
    .string()
    .trim()
    .max(MAX_CARD_NAME, `Use at most ${MAX_CARD_NAME} characters.`)
    .regex(INK, "Enter a name, or leave it empty.")
    .pipe(lineOfText(MAX_CARD_NAME))
    .nullable(),
  tint: z.enum(CARD_TINTS).nullable(),
});

/** Null clears name or tint; an absent one stays. `seen`: both before the change. */
export const CardLookInput = CardLook.partial().extend({ id: RecordIdField, seen: CardLook.optional() });
