import { dayAfter } from "@/server/contracts/calendar-days";

/** One day, or both ends of a range. */
export interface DayPreset {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

const one = (label: string, day: string): DayPreset => ({ label, from: day, to: day });

/** The last day of the previous month. */
function monthEndBefore(day: string): string {
  return dayAfter(`${day.slice(0, 7)}-01`, -1);
}

export function pastDays(today: string): readonly DayPreset[] {
  return [one("Today", today), one("Yesterday", dayAfter(today, -1)), one("A week ago", dayAfter(today, -7))];
}

export function pastRanges(today: string): readonly DayPreset[] {
  const lastMonth = monthEndBefore(today);
  return [
    ...pastDays(today).slice(0, 2),
    { label: "Last 7 days", from: dayAfter(today, -6), to: today },
    { label: "Last 30 days", from: dayAfter(today, -29), to: today },
    { label: "This month", from: `${today.slice(0, 7)}-01`, to: today },
    { label: "Last month", from: `${lastMonth.slice(0, 7)}-01`, to: lastMonth },
  ];
}

export function comingDays(today: string): readonly DayPreset[] {
  return [
    one("In a week", dayAfter(today, 7)),
    one("In 30 days", dayAfter(today, 30)),
    one("In 90 days", dayAfter(today, 90)),
    one("In a year", dayAfter(today, 365)),
  ];
}
