import { usePlace } from "@/components/shared/console/use-place";

type Filters = Readonly<Record<string, string | number | null | undefined>>;

/** Where what a list is filtered by begins and how much of it a page shows: a file has all of it. */
const OF_PAGES = ["cursor", "limit"];

/** The file of a list of the tenant, with the filters that its page has. */
export function useListFile(list: string, filters: Filters = {}) {
  const { tenant, environment } = usePlace();
  const values = Object.entries(filters).flatMap(([name, value]) =>
    OF_PAGES.includes(name) || value === undefined || value === null || value === "" ? [] : [[name, String(value)]],
  );
  const query = new URLSearchParams(values).toString();
  const path = `/t/${tenant}/${environment}/export/${list}`;
  return { href: query ? `${path}?${query}` : path, name: `${list}-${environment}` };
}
