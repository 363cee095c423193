import { z } from "zod";

/** Fields that several operations share. */

export const RecordIdField = z
  .string()
  .regex(/^[0-9A-Za-z]{17}$/)
  .meta({ id: "RecordId", description: "17-character opaque record id.", examples: ["3Fq8rT2kZb7Wn4XsD"] });

export const AuthorizationIdField = z
  .string()
  .regex(/^\d{7}$/)
  .meta({ id: "AuthorizationId", description: "7-digit identifier for people.", examples: ["4821907"] });

/** Bounds of every amount a caller sends. Its decimals are judged by the currency. */
export const AmountInput = z
  .number()
  .min(0.01)
  .max(9_999_999_999.99)
  .meta({ id: "AmountInput", description: "JSON number with at most as many decimals as the currency has." });

export const AmountOutput = z
  .number()
  .min(0)
  .meta({ id: "Amount", description: "JSON number in the record's currency." });

export const DateTimeField = z.iso.datetime().meta({ description: "ISO 8601, UTC." });

export const CurrencyField = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: "ISO 4217 code; it is the currency's record id.", examples: ["USD"] });

const MAX_METADATA_DEPTH = 16;

/** PostgreSQL has no NUL in text, and JSON of any depth could exhaust a reader's stack. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.includes("\u0000");
  if (value === null || typeof value !== "object") return true;
  if (depth >= MAX_METADATA_DEPTH) return false;
  return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item, depth + 1));
}

export const Metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => isStorable(value), { error: "must be at most 16 levels deep and hold no NUL characters" })
  .meta({ id: "Metadata", description: "Free-form key and value pairs, kept and given back as they are." });

/** Text a person reads: no control characters. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}]*$/u, "must not contain control characters");
}
