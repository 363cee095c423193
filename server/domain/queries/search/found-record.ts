import { type Sql, sql } from "@/server/db/sql";

/** A record that was searched for, with what tells it from others. */
export interface FoundRecord<Kind extends string> {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
  /** What it belongs to or was found by: a delivery's subscription, a member's tenant, "card". */
  readonly of: string | null;
}

/** Of each kind. */
export const MAX_FOUND = 5;
/** One letter begins too many names. */
export const MIN_LETTERS = 2;

/** `mar caf`: each is the beginning of a word. Null: too short, or nothing that a name is made of. */
function beginningsOf(text: string): string | null {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.join("").length < MIN_LETTERS) return null;
  return words.map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*`).join(" & ");
}

/** Condition for names with words that begin as the text's do; `words` is what the index is on. */
export function isNamed(text: string, words: Sql): Sql {
  const beginnings = beginningsOf(text);
  return beginnings === null ? sql`false` : sql`to_tsvector('simple', ${words}) @@ to_tsquery('simple', ${beginnings})`;
}
