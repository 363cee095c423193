import { CURSOR, LINE, MAX_SEARCH, RECORD_ID, SORTED_CURSOR } from "@/server/contracts/choices";

type Accepts = (text: string) => boolean;

export const isRecordId: Accepts = (text) => RECORD_ID.test(text);

export const isSearch: Accepts = (text) => text.length <= MAX_SEARCH;

export const isText =
  (maxLength: number): Accepts =>
  (text) =>
    text.length <= maxLength;

export const isLine =
  (maxLength: number): Accepts =>
  (text) =>
    text.length <= maxLength && LINE.test(text) && text.isWellFormed();

export const isCursor: Accepts = (text) => CURSOR.test(text) && !Number.isNaN(Date.parse(text.split("~")[0] ?? ""));

/** For lists that can be sorted. */
export const isListCursor: Accepts = (text) => isCursor(text) || (SORTED_CURSOR.test(text) && isSortedCursor(text));

function isSortedCursor(text: string): boolean {
  const [at = "", value = ""] = text.split("~");
  try {
    return !Number.isNaN(Date.parse(at)) && !decodeURIComponent(value).includes("\u0000");
  } catch {
    return false;
  }
}

/** A real date: `2027-02-30` is rejected. */
export const isDay: Accepts = (text) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

type OneOf<Value extends string> = (text: string) => text is Value;

export function isOneOf<Value extends string>(values: readonly Value[]): OneOf<Value> {
  return (text): text is Value => values.some((value) => value === text);
}

type Rules = Readonly<Record<string, Accepts>>;

type Read<R extends Rules> = {
  readonly [Name in keyof R]?: R[Name] extends OneOf<infer Value> ? Value : string;
};

/**
 * A list's filters from the URL. Invalid values are ignored. `filters.test.ts` checks that the rules agree with the contract.
 */
export function readFilter<R extends Rules>(values: { get(name: string): string | null }, rules: R): Read<R> {
  const given = Object.entries(rules).flatMap(([name, accepts]) => {
    const value = values.get(name);
    return value && accepts(value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as Read<R>;
}
