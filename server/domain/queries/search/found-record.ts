import { type Sql, sql } from "@/server/db/sql";

export interface FoundRecord<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** The parent or how it was found: a delivery's subscription, a member's tenant, "card". */
  readonly of: string | null;
}

export const MAX_FOUND = 5;
/** One letter matches too many names. */
export const MIN_LETTERS = 2;

/** `mar caf`: each is the beginning of a word. Null if too short, or without a letter or digit. */
function beginningsOf(text: string): string | null {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.join("").length < MIN_LETTERS) return null;
  return words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*`).join(" & ");
}

/** Condition: the name has words that begin as the text's do; `words` is the indexed expression. */
export function isNamed(text: string, words: Sql): Sql {
  const beginnings = beginningsOf(text);
  return beginnings === null ? sql`false` : sql`to_tsvector('simple', ${words}) @@ to_tsquery('simple', ${beginnings})`;
}
