import { calendarDay, startOfDay } from "@/server/contracts/calendar-days";

/** A month as a person counts it, `2026-11`, from its first moment to the next month's, in a time zone. */
export interface Month {
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
}

/** The months that end with the one of that name, or with the one under way; newest first. */
export function monthsBack(
  count: number,
  { zone, last, now }: { readonly zone: string; readonly last: string | null; readonly now: Date },
): Month[] {
  const [year = 0, month = 1] = (last ?? calendarDay(now, zone)).split("-").map(Number);
  const firstOf = (back: number) => new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, back) => {
    const first = firstOf(back);
    return { name: first.slice(0, 7), from: startOfDay(first, zone), until: startOfDay(firstOf(back - 1), zone) };
  });
}
