import { AVS_RESULTS, CVV_RESULTS, ENTRY_MODES } from "@/server/contracts/card-checks";
import { nameOfCategory } from "@/server/domain/merchants";

function presentBy(words: Readonly<Record<string, string>>) {
  return (code: string) => words[code] ?? code;
}

/** `Grocery Stores, Supermarkets (5411)`. Rules and requests use the number. */
export function presentCategory(mcc: string): string {
  const name = nameOfCategory(mcc);
  return name ? `${name} (${mcc})` : mcc;
}

export const presentEntryMode = presentBy(ENTRY_MODES);
export const presentAvsResult = presentBy(AVS_RESULTS);
export const presentCvvResult = presentBy(CVV_RESULTS);
