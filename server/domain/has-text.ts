import { foldText, LETTERS_AS_TWO, LETTERS_WITH_STROKES } from "@/server/contracts/text/fold-text";
import { type Sql, sql } from "@/server/db/sql";

/**
 * Whether a text of a row has the searched one in it, without regard to case, accents, and encoding. Rows are looked through
 * within their owner, so no index has the folded text. Text that is ASCII, as most is, takes the short way. The extension
 * `unaccent` would do the same, but managed databases may lack it.
 */
export function hasText(text: Sql, search: string): Sql {
  const { from, to } = LETTERS_WITH_STROKES;
  const { ß, æ, œ } = LETTERS_AS_TWO;
  const bare = sql`lower(regexp_replace(normalize(${text}, NFKD), ${"[\u0300-\u036F]"}, '', 'g'))`;
  const single = sql`translate(${bare}, ${from}, ${to})`;
  const folded = sql`replace(replace(replace(${single}, 'ß', ${ß}), 'æ', ${æ}), 'œ', ${œ})`;
  return sql`strpos(CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text}) ELSE ${folded} END,
    ${foldText(search)}) > 0`;
}
