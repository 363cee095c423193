/** Parameters of one page; a file has all rows. */
const OF_PAGES = ["cursor", "limit"];

export function fileAt(path: string, filters: object): string {
  const values = Object.entries<unknown>({ ...filters }).flatMap(([name, value]) =>
    OF_PAGES.includes(name) || value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(values).toString();
  return query ? `${path}?${query}` : path;
}
