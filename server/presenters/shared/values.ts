import { formatAmount } from "@/server/platform/money";

export function presentDate(date: Date): string;
export function presentDate(date: Date | null): string | null;
export function presentDate(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}

export function presentDay(day: Date): string;
export function presentDay(day: Date | null): string | null;
export function presentDay(day: Date | null): string | null {
  return day?.toISOString().slice(0, 10) ?? null;
}

export function presentMetadata(metadata: unknown): Record<string, unknown> | null {
  return typeof metadata === "object" && metadata !== null ? { ...metadata } : null;
}

export { formatAmount as presentAmount };
