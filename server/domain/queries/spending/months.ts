import { calendarDay, startOfDay } from "@/server/contracts/calendar-days";

export interface Month {
  readonly name: string;
  readonly from: Date;
  readonly until: Date;
}

/** Newest first; `last` defaults to the current month. */
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
