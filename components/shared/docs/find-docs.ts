import type { FoundCommand } from "@/components/ui/layout/commands";
import { foldText } from "@/server/contracts/text/fold-text";
import type { SearchDocs } from "./search-docs";

const SHOWN = 3;

let search: Promise<SearchDocs> | null = null;

async function readSearch(): Promise<SearchDocs> {
  const [{ makeSearch }, response] = await Promise.all([import("./search-docs"), fetch("/docs/search.json")]);
  if (!response.ok) throw new Error(`the index of the docs answered ${response.status}`);
  return makeSearch(await response.json());
}

/** Docs pages that match. If the index can't be loaded, returns none; the next search tries again. */
export async function findDocs(typed: string): Promise<readonly FoundCommand[]> {
  // Ids and amounts can only match records.
  if (!/^[\p{L}\s_-]{3,}$/u.test(typed)) return [];
  search ??= readSearch();
  const found = await search.catch(() => {
    search = null;
    return null;
  });
  const words = foldText(typed).split(/\s+/);
  // Among records, list only pages whose names match, not all whose text does.
  return (found?.(typed) ?? [])
    .filter(({ title, page, also = "" }) => {
      const names = foldText(`${title} ${page} ${also}`);
      return words.every((word) => names.includes(word));
    })
    .slice(0, SHOWN)
    .map(({ to, title, page }) => ({ key: `docs ${to} ${title}`, label: title, note: `Docs · ${page}`, to }));
}
