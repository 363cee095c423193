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
  const [year = 0, month = 1] = (last ?? nameOf(now, zone)).split("-").map(Number);
  return Array.from({ length: count }, (_, back) => {
    const from = startOf(year, month - back, zone);
    const name = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7);
    return { name, from, until: startOf(year, month - back + 1, zone) };
  });
}

function nameOf(at: Date, zone: string): string {
  return new Date(at.getTime() + offsetAt(at, zone)).toISOString().slice(0, 7);
}

/** Midnight of the first, by the zone's clock. Where that changes in this very night, the offset is looked up twice. */
function startOf(year: number, month: number, zone: string): Date {
  const asUtc = Date.UTC(year, month - 1);
  const guess = asUtc - offsetAt(new Date(asUtc), zone);
  return new Date(asUtc - offsetAt(new Date(guess), zone));
}

/** How far the zone's clock is ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(
    read("year"),
    read("month") - 1,
    read("day"),
    read("hour"),
    read("minute"),
    read("second"),
    at.getUTCMilliseconds(),
  );
  return shown - at.getTime();
}
