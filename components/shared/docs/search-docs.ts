import MiniSearch from "minisearch";

export interface SearchEntry {
  readonly to: string;
  readonly title: string;
  readonly page: string;
  readonly text: string;
  readonly also?: string;
}

export type SearchDocs = (typed: string) => readonly SearchEntry[];

const SHOWN = 12;

/** `payment_code_not_usable` is indexed whole and by its parts. */
const wordsIn = (text: string) => {
  const whole = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...whole, ...whole.filter((word) => word.includes("_")).flatMap((word) => word.split("_"))];
};

export function makeSearch(entries: readonly SearchEntry[]): SearchDocs {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    fields: ["title", "also", "page", "text"],
    tokenize: wordsIn,
    searchOptions: {
      boost: { title: 4, also: 4, page: 1.5 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 && !/\d/.test(word) ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (typed) => {
    const found = index.search(typed, { combineWith: "AND" });
    // If no entry contains all words, rank entries that contain some.
    const some = found.length > 0 ? found : index.search(typed, { combineWith: "OR" });
    return some.slice(0, SHOWN).flatMap(({ id }) => entries[id] ?? []);
  };
}
