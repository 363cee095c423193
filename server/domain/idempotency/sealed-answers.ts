import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";

/** Answers that hold a code that pays. The table is as long as the books, without an index, so startup skips it. */
export const SEALED_ANSWERS: SealedPlace = {
  name: "answers that replays get",
  purpose: "idempotency-answer",
  newest: sql`SELECT NULL::text AS sealed WHERE false`,
  due: ({ after, limit, isDue }) => sql`SELECT scope || E'\\n' || key AS place,
      CASE WHEN is_encrypted AND ${isDue(sql`body`)} THEN body END AS sealed
    FROM idempotency_keys WHERE (scope, key) > (split_part(${after}, E'\\n', 1), split_part(${after}, E'\\n', 2))
    ORDER BY scope, key LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE idempotency_keys k SET body = n.sealed FROM ${renewed}
    WHERE k.scope = split_part(n.place, E'\\n', 1) AND k.key = split_part(n.place, E'\\n', 2) AND k.body = n.was`,
};
