import { CURSOR, RECORD_ID, SORTED_CURSOR } from "../choices";

/**
 * The filters and orders of the console's lists. An address, a contract, and a file read the same definition; this folder is
 * without the contracts' parser, so that pages load it alone.
 */

/** One filter of a list. Lengths are in characters. */
export type Filter =
  | { readonly is: "choice"; readonly values: readonly string[] }
  | { readonly is: "id"; readonly of: "record" | "tenant" | "merchant" | "member" }
  | { readonly is: "day" }
  /** A decimal in major units, in whatever currency the records have. */
  | { readonly is: "amount" }
  /** Words, without the blanks around them. */
  | { readonly is: "search"; readonly max: number }
  | { readonly is: "text"; readonly max: number }
  | { readonly is: "pattern"; readonly pattern: RegExp };

export type Filters = Readonly<Record<string, Filter>>;

export interface List<Of extends Filters = Filters, Sort extends string = string> {
  readonly filters: Of;
  /** Null: newest first, always. */
  readonly sorts: readonly Sort[] | null;
}

export const choice = <const Value extends string>(values: readonly Value[]) => ({ is: "choice", values }) as const;
export const id = <const Noun extends "record" | "tenant" | "merchant" | "member">(of: Noun) =>
  ({ is: "id", of }) as const;
export const day = { is: "day" } as const;
export const amount = { is: "amount" } as const;
export const search = (max: number) => ({ is: "search", max }) as const;
export const text = (max: number) => ({ is: "text", max }) as const;
export const pattern = (expression: RegExp) => ({ is: "pattern", pattern: expression }) as const;

/** Orders of a list besides newest first: `time` is oldest first, and a minus means descending. */
export function ordersOf<const Name extends string>(
  ...names: readonly Name[]
): readonly ("time" | Name | `-${Name}`)[] {
  return ["time", ...names.flatMap((name) => [name, `-${name}` as const])];
}

export const AMOUNT_TEXT = /^\d{1,9}(\.\d{1,3})?$/;

/** A day there is: `2027-02-30` is none. */
function isDay(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\d$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  );
}

const isWithin = (value: string, max: number) => value.length > 0 && value.length <= max;

function accepts(filter: Filter, value: string): boolean {
  switch (filter.is) {
    case "choice":
      return filter.values.includes(value);
    case "id":
      return RECORD_ID.test(value);
    case "day":
      return isDay(value);
    case "amount":
      return AMOUNT_TEXT.test(value);
    case "search":
      return isWithin(value.trim(), filter.max);
    case "text":
      return isWithin(value, filter.max);
    case "pattern":
      return filter.pattern.test(value);
  }
}

/** After a record of a list by time. */
export function isCursor(value: string): boolean {
  return CURSOR.test(value) && !Number.isNaN(Date.parse(value.split("~")[0] ?? ""));
}

/** After a record of a list in another order. */
export function isSortedCursor(value: string): boolean {
  if (!SORTED_CURSOR.test(value)) return false;
  const [at = "", last = ""] = value.split("~");
  try {
    return !Number.isNaN(Date.parse(at)) && !decodeURIComponent(last).includes("\u0000");
  } catch {
    return false;
  }
}

export type FilterValue<Of extends Filter> = Of extends { readonly is: "choice"; readonly values: readonly (infer V)[] }
  ? V
  : string;

export type FilterValues<Of extends Filters> = { readonly [Name in keyof Of]?: FilterValue<Of[Name]> };

interface Address {
  get(name: string): string | null;
}

/** The filters in an address. What no filter accepts is left out, as if it were not there. */
export function readFilters<Of extends Filters>(address: Address, filters: Of): FilterValues<Of> {
  const given = Object.entries(filters).flatMap(([name, filter]) => {
    const value = address.get(name);
    return value !== null && accepts(filter, value) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given) as FilterValues<Of>;
}

const PAGE = 25;

type SortOf<Of extends List> = Of extends List<Filters, infer Sort> ? Sort : never;

type ListValues<Of extends List> = FilterValues<Of["filters"]> & {
  readonly sort?: SortOf<Of>;
  readonly cursor?: string;
  readonly limit: number;
};

/** The list's input as the address has it: filters, order, and cursor. */
export function readList<Of extends List>(address: Address, { filters, sorts }: Of): ListValues<Of> {
  const sort = address.get("sort");
  const cursor = address.get("cursor");
  const isPlace = cursor !== null && (isCursor(cursor) || (sorts !== null && isSortedCursor(cursor)));
  return {
    ...readFilters(address, filters),
    ...(sort !== null && sorts?.includes(sort) ? { sort } : {}),
    ...(isPlace ? { cursor } : {}),
    limit: PAGE,
  } as ListValues<Of>;
}

/** Names of the filters in the address. */
export function namesOf({ filters }: List): readonly string[] {
  return Object.keys(filters);
}
