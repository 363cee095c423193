/** True for a name of the IANA time zone database, such as `Europe/Berlin`, or `UTC`; not for an offset. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

/** The local date and time of an instant in a zone, as milliseconds as if it were UTC. */
function wallClock(instant: Date, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const milliseconds = ((instant.getTime() % 1000) + 1000) % 1000;
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
}

/** The calendar day of an instant in a zone: `2026-03-29`. */
export function calendarDay(instant: Date, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 10);
}

/** Milliseconds since midnight that the zone's clocks show at an instant. */
export function timeOfDay(instant: Date, zone: string): number {
  return wallClock(instant, zone) % DAY_MS;
}

const DAY_MS = 86_400_000;

/**
 * The instant at which the zone's clocks show a time of a calendar day. Where clocks go forward over it, it is as much
 * later as they were moved; where they go back over it, it is the first of the two.
 */
export function zonedInstant(day: string, timeOfDayMs: number, zone: string): Date {
  const shown = Date.parse(`${day}T00:00:00.000Z`) + timeOfDayMs;
  // No two changes of a zone's offset are within a day of each other, so one of these two offsets holds.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((near) => wallClock(new Date(near), zone) - near);
  const [before = 0, after = 0] = offsets;
  const fits = [shown - before, shown - after].filter((instant) => wallClock(new Date(instant), zone) === shown);
  return new Date(fits.length > 0 ? Math.min(...fits) : shown - before);
}

/** The calendar day so many days after another: `2026-03-01`, one after `2026-02-28`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** When a calendar day begins in a zone: midnight, or later where clocks skip midnight. */
export function startOfDay(day: string, zone: string): Date {
  return zonedInstant(day, 0, zone);
}
