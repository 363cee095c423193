import { dayAfter } from "@/server/contracts/calendar-days";
import { foldDigits } from "@/server/contracts/text/digits";

type Part = "day" | "month" | "year";

const LETTERS: Readonly<Record<Part, string>> = { day: "dd", month: "mm", year: "yyyy" };
const NUMERIC = { day: "2-digit", month: "2-digit", year: "numeric", calendar: "gregory", timeZone: "UTC" } as const;
const ANY_DAY = new Date("2026-11-27");
/** A lower year is only half typed. */
const FIRST_YEAR = 1900;
/** A higher one is of another calendar: 2569 is the Thai 2026. */
const LAST_YEAR = 2399;

const isPart = (type: string): type is Part => type in LETTERS;

function partsOf(locale: string) {
  return new Intl.DateTimeFormat(locale, { ...NUMERIC, numberingSystem: "latn" }).formatToParts(ANY_DAY);
}

/** The locale's numeric date pattern: `dd/mm/yyyy`. */
export function dayPattern(locale: string): string {
  return partsOf(locale)
    .map(({ type, value }) => (isPart(type) ? LETTERS[type] : value))
    .join("");
}

/** `27 Nov 2026`, in the locale's order. */
export function writeDay(day: string, locale: string): string {
  return mediumStyle(locale).format(new Date(day));
}

const mediumStyle = (locale: string) =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    calendar: "gregory",
    numberingSystem: "latn",
    timeZone: "UTC",
  });

const lettersOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** A day as `writeDay` writes it, in whichever words and order. Null: it is written otherwise. */
function readWritten(text: string, locale: string): string | null {
  const [, year] = /(?<!\d)(\d{4})(?!\d)/.exec(text) ?? [];
  if (year === undefined) return null;
  const style = mediumStyle(locale);
  const wanted = lettersOf(text);
  for (let day = `${year}-01-01`; day.startsWith(year); day = dayAfter(day)) {
    if (lettersOf(style.format(new Date(day))) === wanted) return day;
  }
  return null;
}

/** The number of a month from its name or a prefix, in the viewer's language or English. 0 if none matches. */
function monthNamed(word: string, locale: string): number {
  const names = [locale, "en"].map((language) => {
    const format = new Intl.DateTimeFormat(language, { month: "long", calendar: "gregory", timeZone: "UTC" });
    return Array.from({ length: 12 }, (_, at) => format.format(Date.UTC(2026, at)).toLowerCase());
  });
  for (const months of names) {
    const found = months.filter((name) => name.startsWith(word));
    if (word.length >= 3 && found.length > 0) return months.indexOf(found[0] ?? "") + 1;
  }
  return 0;
}

function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  if (full < FIRST_YEAR || full > LAST_YEAR) return null;
  const text = `${full}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  const at = new Date(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

const SPOKEN: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * Parses a day to `2026-11-27`, or null. Numbers follow the locale's order, months may be words, and the year defaults to the
 * current one.
 */
export function readDay(typed: string, locale: string, today: string): string | null {
  const text = foldDigits(typed);
  const written = readWritten(text, locale);
  if (written) return dayOf(Number(written.slice(0, 4)), Number(written.slice(5, 7)), Number(written.slice(8)));
  const words = text.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
  const [only = ""] = words;
  const away = words.length === 1 ? SPOKEN[only] : undefined;
  if (away !== undefined) return dayAfter(today, away);
  const thisYear = Number(today.slice(0, 4));
  const numbers = words.filter((word) => /^\d/.test(word)).map(Number);
  const [named] = words.map((word) => monthNamed(word, locale)).filter((month) => month > 0);
  if (named !== undefined) {
    const [one = 0, other = thisYear] = numbers;
    return one > 31 ? dayOf(one, named, other) : dayOf(other, named, one);
  }
  if (/^\d{4}\D/.test(text.trim())) return dayOf(numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0);
  const order = partsOf(locale).flatMap(({ type }) => (isPart(type) ? [type] : []));
  const given = numbers.length === 2 ? order.filter((part) => part !== "year") : order;
  if (given.length !== numbers.length) return null;
  const read = (part: Part) => numbers[given.indexOf(part)] ?? thisYear;
  return dayOf(read("year"), read("month"), read("day"));
}

/** True if the text is complete: it is an ISO date, or ends in a four-digit year. */
export function isWholeDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$|\D\d{4}\D*$/.test(foldDigits(text.trim()));
}

/** The locale's first day of the week; 0 is Sunday. */
export function firstWeekday(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    readonly getWeekInfo?: () => { readonly firstDay: number };
    readonly weekInfo?: { readonly firstDay: number };
  };
  const week = known.getWeekInfo?.() ?? known.weekInfo;
  return week ? week.firstDay % 7 : known.maximize().region === "US" ? 0 : 1;
}
