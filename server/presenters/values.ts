import { formatAmount } from "@/server/platform/money";

/** A date as the wire has it. */
export function presentDate(date: Date): string;
export function presentDate(date: Date | null): string | null;
export function presentDate(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

export { formatAmount as presentAmount };
