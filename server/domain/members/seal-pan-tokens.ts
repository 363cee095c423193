import { namingRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import type { SealedPlace } from "@/server/db/sealed-place";
import { sql } from "@/server/db/sql";
import { storePanToken } from "./pan-token";

const BATCH = 500;

export const SEALED_PAN_TOKENS: SealedPlace = {
  name: "card tokens",
  purpose: "sealed-pan-token",
  digest: "pan-token",
  newest: sql`SELECT sealed FROM (SELECT sealed_pan_token AS sealed FROM cards ORDER BY id DESC LIMIT 50) latest
    WHERE sealed IS NOT NULL LIMIT 5`,
  due: ({ after, limit, isDue }) => sql`SELECT id AS place, sealed_pan_token AS sealed FROM cards
    WHERE id > ${after} AND sealed_pan_token IS NOT NULL AND ${isDue(sql`sealed_pan_token`)} ORDER BY id LIMIT ${limit}`,
  replace: (renewed) => sql`UPDATE cards c SET sealed_pan_token = n.sealed, pan_token_hash = n.digest FROM ${renewed}
    WHERE c.id = n.place AND c.sealed_pan_token = n.was`,
};

/**
 * Seals the tokens that an earlier version of the service left in clear; returns how many. Such cards pay before and after.
 * Safe to run at any time and by several at once; a database that is behind this version has none yet.
 */
export async function sealPanTokens(): Promise<number> {
  const [index] = await query<{ isThere: boolean }>(
    getPool(),
    sql`SELECT to_regclass('cards_unsealed_idx') IS NOT NULL AS is_there`,
  );
  if (!index?.isThere) return 0;
  let sealed = 0;
  for (;;) {
    const cards = await query<{ id: string; panTokenHash: string }>(
      getPool(),
      sql`SELECT id, pan_token_hash FROM cards WHERE sealed_pan_token IS NULL ORDER BY id LIMIT ${BATCH}`,
    );
    if (cards.length === 0) return sealed;
    const stored = cards.map(({ id, panTokenHash }) => {
      const { panTokenHash: hash, sealedPanToken } = storePanToken(panTokenHash);
      return { id, was: panTokenHash, hash, sealedPanToken };
    });
    await query(
      getPool(),
      sql`UPDATE cards c SET pan_token_hash = n.hash, sealed_pan_token = n.sealed_pan_token
        FROM ${namingRows("n", "id text, was text, hash text, sealed_pan_token text", stored)}
        WHERE c.id = n.id AND c.pan_token_hash = n.was AND c.sealed_pan_token IS NULL`,
    );
    sealed += cards.length;
  }
}
