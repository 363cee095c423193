import { suggestCap } from "../agreements/suggest-cap";

/** Caps to choose from, about 20, 50, and 100 dollars; the middle one is where a code begins. */
export function capsOf(currency: string): readonly [low: number, usual: number, high: number] {
  const low = suggestCap(currency);
  return [low, low * 2.5, low * 5];
}

/** What a code in one tap may pay at most. */
export function usualCapOf(currency: string): number {
  return capsOf(currency)[1];
}
