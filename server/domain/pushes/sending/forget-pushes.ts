import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import { DAY_MS } from "@/server/platform/clock";

/**
 * Deletes devices whose session has expired, which get nothing anymore, and messages older than a day, which no sweep finds
 * again. Safe to run at any time and concurrently. Skips locked rows: a sign-out locks several too, in its own order.
 */
export async function forgetPushes({ now }: { readonly now: Date }): Promise<void> {
  await query(
    getPool(),
    sql`WITH ended AS (
        SELECT d.id FROM push_devices d WHERE NOT EXISTS (
          SELECT 1 FROM portal_sessions s WHERE s.id = d.session_id AND ${isOpenAt(now)})
        FOR UPDATE OF d SKIP LOCKED
      )
      DELETE FROM push_devices d USING ended WHERE d.id = ended.id`,
  );
  await query(
    getPool(),
    sql`WITH told AS (
        SELECT id FROM push_messages WHERE created_at < ${new Date(now.getTime() - DAY_MS)} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM push_messages p USING told WHERE p.id = told.id`,
  );
}
