import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { isOverAt } from "./expire-payment-codes";

const BATCH = 1_000;

/**
 * Condition on a `payment_codes` row of a restored database: it can be spent, and may have been. Leaves out recurring codes
 * that were used before: what a merchant took since is one charge, not the whole code. Never null.
 */
export function isDoubtful(now: Date): Sql {
  return sql`(status = 'active' AND NOT ${isOverAt(now)} AND NOT (is_recurring AND uses > 0))`;
}

/**
 * Revokes the codes of a restored database that may have been spent since its backup, and wipes their PINs. Their holds stay.
 * In batches, so that no lock lasts long; after a crash, run it again. Returns the number revoked.
 */
export async function endDoubtfulCodes(input: { readonly now: Date }): Promise<number> {
  const { now } = input;
  let ended = 0;
  for (;;) {
    const rows = await query(
      getPool(),
      sql`WITH doubtful AS (
          SELECT id FROM payment_codes WHERE ${isDoubtful(now)} LIMIT ${BATCH} FOR UPDATE
        )
        UPDATE payment_codes c SET status = 'revoked', pin_hash = NULL, revoked_at = ${now},
          revoke_reason = 'The service was restored from a backup.'
        FROM doubtful WHERE c.id = doubtful.id RETURNING c.id`,
    );
    ended += rows.length;
    if (rows.length < BATCH) return ended;
  }
}
