import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";

const BATCH = 1_000;

/** As `statusAt` says of a `payment_codes` row that is stored as active: its time is over. Never null. */
export function isOverAt(now: Date): Sql {
  return sql`((NOT (is_recurring AND uses > 0) AND expires_at <= ${now}::timestamptz)
    OR coalesce(recurring_thru < (${now}::timestamptz AT TIME ZONE 'UTC')::date, false))`;
}

/**
 * Ends up to 1,000 codes whose time is over and wipes their PINs. Reads show them as expired before. Safe to run at any
 * time and by several at once. Returns how many; a full batch means that there may be more.
 */
export async function expirePaymentCodes(input: { readonly now: Date }): Promise<number> {
  const rows = await query(
    getPool(),
    sql`WITH over AS (
        SELECT id FROM payment_codes
        WHERE status = 'active' AND ${isOverAt(input.now)}
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )
      UPDATE payment_codes SET status = 'expired', pin_hash = NULL FROM over WHERE payment_codes.id = over.id
      RETURNING payment_codes.id`,
  );
  return rows.length;
}
