/** Where what a list is filtered by begins and how much of it a page shows: a file has all of it. */
const OF_PAGES = ["cursor", "limit"];

/** Where a list is a file, with the filters that its page has. */
export function fileAt(path: string, filters: object): string {
  const values = Object.entries<unknown>({ ...filters }).flatMap(([name, value]) =>
    OF_PAGES.includes(name) || value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(values).toString();
  return query ? `${path}?${query}` : path;
}
