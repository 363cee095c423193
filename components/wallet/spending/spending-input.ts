import { MAX_MONTHS } from "@/server/contracts/choices";

/** What the page of spending asks for; the server, which reads ahead, asks for the same. */
export function spendingInput(zone: string, last: string | null) {
  return { zone, months: MAX_MONTHS, ...(last ? { last } : {}) };
}

/** What Home shows: the month under way. */
export function monthInput(zone: string) {
  return { zone, months: 1 };
}

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** A month of an address; null for what is none. */
export function readMonth(text: string | null | undefined): string | null {
  return text && MONTH.test(text) ? text : null;
}

/** `2026-10`, one before `2026-11`. */
export function monthBefore(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 2)).toISOString().slice(0, 7);
}

/** `November`, or `Nov`; with its year where that isn't this one's. */
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
