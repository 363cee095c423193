import { formatAmount } from "@/server/platform/money";

/** A date as the wire has it. */
export function presentDate(date: Date): string;
export function presentDate(date: Date | null): string | null;
export function presentDate(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

/** A UTC day as the wire has it. */
export function presentDay(day: Date): string;
export function presentDay(day: Date | null): string | null;
export function presentDay(day: Date | null): string | null {
  return day?.toISOString().slice(0, 10) ?? null;
}

/** Of JSON that was stored: an object, whose fields are still to be looked at. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a caller sent along, for the tenant whose caller it was. */
export function presentMetadata(metadata: unknown): Record<string, unknown> | null {
  return typeof metadata === "object" && metadata !== null ? { ...metadata } : null;
}

export { formatAmount as presentAmount };
