import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOpenAt } from "@/server/domain/users";
import { DAY_MS } from "@/server/platform/clock";

/**
 * Devices whose session ran out go, which get nothing already, and what was told a day ago: no sweep finds that again. Safe to
 * run at any time and in parallel.
 */
export async function forgetPushes({ now }: { readonly now: Date }): Promise<void> {
  await query(
    getPool(),
    sql`DELETE FROM push_devices d WHERE NOT EXISTS (
        SELECT 1 FROM portal_sessions s WHERE s.id = d.session_id AND ${isOpenAt(now)})`,
  );
  await query(getPool(), sql`DELETE FROM push_messages WHERE created_at < ${new Date(now.getTime() - DAY_MS)}`);
}
