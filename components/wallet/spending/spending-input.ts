import { MAX_MONTHS } from "@/server/contracts/choices";

/** The spending page's query, shared with the server's prefetch. */
export function spendingInput(zone: string, last: string | null) {
  return { zone, months: MAX_MONTHS, ...(last ? { last } : {}) };
}

export function monthInput(zone: string) {
  return { zone, months: 1 };
}

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** A month from a URL. Null if it is invalid. */
export function readMonth(text: string | null | undefined): string | null {
  return text && MONTH.test(text) ? text : null;
}

/** `2026-10` for `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7);
}

/** `November` or `Nov`; the long form includes the year if it isn't the current one. */
export function nameMonth(month: string, locale: string, { today, width }: NameOptions): string {
  const isThisYear = month.slice(0, 4) === today.slice(0, 4);
  const year = isThisYear || width === "short" ? undefined : ("numeric" as const);
  return new Intl.DateTimeFormat(locale, { month: width, year, timeZone: "UTC" }).format(new Date(`${month}-01`));
}

interface NameOptions {
  /** `2026-11-30`. */
  readonly today: string;
  readonly width: "long" | "short";
}
