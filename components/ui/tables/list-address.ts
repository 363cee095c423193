/** Parameters of an address that are no filters of its list. */
const NO_FILTERS = ["cursor", "sort", "environment", "new", "do", "period", "workbench"];
const PAGE = 25;

export type Address = Iterable<readonly [string, string]> & Pick<URLSearchParams, "get">;

/** The filters in an address, so that links, Back, and reload keep them. What a list doesn't know or take, it leaves out. */
export function filtersIn(values: Address): Readonly<Record<string, string>> {
  return Object.fromEntries([...values].filter(([name, value]) => value !== "" && !NO_FILTERS.includes(name)));
}

/** A list's input: filters, order, and first page. */
export function listIn(values: Address) {
  const [sort, cursor] = [values.get("sort"), values.get("cursor")];
  return { ...filtersIn(values), ...(sort ? { sort } : {}), ...(cursor ? { cursor } : {}), limit: PAGE };
}
