import { REVERSAL_REASONS } from "@/server/contracts/choices";
import { capitalized } from "@/server/contracts/text/capitalized";

/** `RV04`: `Wrong amount`. */
export const REASONS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(REVERSAL_REASONS).map(([code, words]) => [code, capitalized(words)]),
);
