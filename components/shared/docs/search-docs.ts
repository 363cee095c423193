import MiniSearch from "minisearch";
import { foldText } from "@/server/contracts/text/fold-text";

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
  const whole = text.normalize("NFC").match(/[\p{L}\p{N}_]+/gu) ?? [];
  return [...whole, ...whole.filter((word) => word.includes("_")).flatMap((word) => word.split("_"))];
};

/** The word, or with two neighboring letters swapped: `refnud`. Shorter words would become others. */
const withSwaps = (word: string) => {
  const letters = [...word];
  const swapped = letters.slice(1).map((letter, at) =>
    letters
      .with(at, letter)
      .with(at + 1, letters[at] ?? "")
      .join(""),
  );
  return { combineWith: "OR" as const, queries: [word, ...(letters.length > 3 ? swapped : [])] };
};

export function makeSearch(entries: readonly SearchEntry[]): SearchDocs {
  const index = new MiniSearch<SearchEntry & { readonly id: number }>({
    fields: ["title", "also", "page", "text"],
    tokenize: wordsIn,
    processTerm: foldText,
    searchOptions: {
      boost: { title: 4, also: 4, page: 1.5 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 && !/\d/.test(word) ? 0.2 : false),
      weights: { prefix: 0.5, fuzzy: 0.2 },
    },
  });
  index.addAll(entries.map((entry, id) => ({ ...entry, id })));
  return (typed) => {
    const all = { combineWith: "AND" } as const;
    const found = index.search(typed, all);
    const right = found.length > 0 ? found : index.search({ ...all, queries: wordsIn(typed).map(withSwaps) });
    // If no entry contains all words, rank entries that contain some.
    const some = right.length > 0 ? right : index.search(typed, { combineWith: "OR" });
    return some.slice(0, SHOWN).flatMap(({ id }) => entries[id] ?? []);
  };
}
