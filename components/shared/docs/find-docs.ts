import type { FoundCommand } from "@/components/ui/layout/commands";
import type { SearchDocs } from "./search-docs";

const SHOWN = 3;

let search: Promise<SearchDocs> | null = null;

/** The index and what looks through it come when something is first looked for. */
async function readSearch(): Promise<SearchDocs> {
  const [{ makeSearch }, response] = await Promise.all([import("./search-docs"), fetch("/docs/search.json")]);
  if (!response.ok) throw new Error(`the index of the docs answered ${response.status}`);
  return makeSearch(await response.json());
}

/** Pages of the docs that what is typed is about. Without the index there are none, and the next search asks again. */
export async function findDocs(typed: string): Promise<readonly FoundCommand[]> {
  // An id or an amount is a record's.
  if (!/^[\p{L}\s_-]{3,}$/u.test(typed)) return [];
  search ??= readSearch();
  const found = await search.catch(() => {
    search = null;
    return null;
  });
  const words = typed.toLowerCase().split(/\s+/);
  // Beside records it is enough to find what is named so, not all that speaks of it.
  return (found?.(typed) ?? [])
    .filter(({ title, page, also = "" }) => {
      const names = `${title} ${page} ${also}`.toLowerCase();
      return words.every((word) => names.includes(word));
    })
    .slice(0, SHOWN)
    .map(({ to, title, page }) => ({ key: `docs ${to} ${title}`, label: title, note: `Docs · ${page}`, to }));
}
