/** Whether this is an IANA time zone such as `Europe/Berlin`, or `UTC`. Offsets aren't. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

let canonical: ReadonlyMap<string, string> | null = null;

/** Words of old names that aren't spelled like others; the canonical names are the engine's to know. */
const SPELLED = new Map(
  [
    ...["ACT", "BajaNorte", "BajaSur", "CET", "CHAT", "ComodRivadavia", "CST6CDT", "DeNoronha", "EasterIsland", "EET"],
    ...["EST", "EST5EDT", "GB", "GMT", "GMT0", "HST", "IN", "LHI", "MET", "MST", "MST7MDT", "NSW", "NZ", "PRC"],
    ...["PST8PDT", "ROC", "ROK", "SU", "UCT", "US", "UTC", "WET", "of", "es", "au"],
  ].map((word) => [word.toLowerCase(), word]),
);

/** A time zone's name as IANA writes it, whatever case it was sent in. An old name stays that name. */
export function spellTimeZone(name: string): string {
  canonical ??= new Map(Intl.supportedValuesOf("timeZone").map((known) => [known.toLowerCase(), known]));
  const lower = name.toLowerCase();
  const spelled = (word: string) => SPELLED.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
  return canonical.get(lower) ?? lower.replace(/[a-z0-9]+/g, spelled);
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

/** The local date and time, as the milliseconds of a UTC date that reads the same. */
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

export function calendarDay(instant: Date, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 10);
}

export function timeOfDay(instant: Date, zone: string): number {
  return wallClock(instant, zone) % DAY_MS;
}

const DAY_MS = 86_400_000;

/**
 * The instant at which the zone's clocks show a time on a calendar day. A time skipped by a forward change becomes later by the
 * size of the change; of a repeated time, the first instant is returned.
 */
export function zonedInstant(day: string, timeOfDayMs: number, zone: string): Date {
  const shown = Date.parse(`${day}T00:00:00.000Z`) + timeOfDayMs;
  // A zone never changes its offset twice within a day, so one of these two offsets applies.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((near) => wallClock(new Date(near), zone) - near);
  const [before = 0, after = 0] = offsets;
  const fits = [shown - before, shown - after].filter((instant) => wallClock(new Date(instant), zone) === shown);
  return new Date(fits.length > 0 ? Math.min(...fits) : shown - before);
}

export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Midnight, or later if the clocks skip it. */
export function startOfDay(day: string, zone: string): Date {
  return zonedInstant(day, 0, zone);
}

interface Days {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
}

/** Days, both included, as the moments around them: `from` inclusive, `before` exclusive. */
export function spanOfDays(
  { from, to }: Days,
  zone: string,
): { readonly from: Date | null; readonly before: Date | null } {
  return { from: from ? startOfDay(from, zone) : null, before: to ? startOfDay(dayAfter(to), zone) : null };
}
