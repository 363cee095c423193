import { suggestCap } from "../agreements/suggest-cap";

/** Caps of about 20, 50, and 100 dollars. The middle one is the default. */
export function capsOf(currency: string): readonly [low: number, usual: number, high: number] {
  const low = suggestCap(currency);
  return [low, low * 2.5, low * 5];
}

/** The cap of a one-tap code. */
export function usualCapOf(currency: string): number {
  return capsOf(currency)[1];
}
