import { REVERSAL_REASONS } from "@/server/contracts/choices";

/** `RV04: wrong amount`, by code. */
export const REASONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(REVERSAL_REASONS).map(([code, words]) => [code, `${code}: ${words}`]),
);
