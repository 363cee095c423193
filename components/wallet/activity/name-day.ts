import { dayAfter } from "@/server/contracts/calendar-days";

/** `Today`, `Yesterday`, `Monday, March 2`; with the year if it isn't this year's. Both arguments are calendar days. */
export function nameDay(day: string, today: string, locale: string): string {
  if (day === today) return "Today";
  if (day === dayAfter(today, -1)) return "Yesterday";
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const form = isThisYear
    ? ({ weekday: "long", day: "numeric", month: "long" } as const)
    : ({ dateStyle: "long" } as const);
  return new Intl.DateTimeFormat(locale, { ...form, timeZone: "UTC" }).format(new Date(day));
}
