import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** For a restored database, where what people ended since the backup would be open again. Returns the number ended. */
export async function endEverySession(input: { readonly now: Date }): Promise<number> {
  const { now } = input;
  await query(
    getPool(),
    sql`UPDATE password_resets SET used_at = greatest(created_at, ${now}::timestamptz) WHERE used_at IS NULL`,
  );
  const ended = await query(
    getPool(),
    sql`UPDATE portal_sessions SET revoked_at = greatest(created_at, ${now}::timestamptz)
      WHERE revoked_at IS NULL AND expires_at > ${now} RETURNING id`,
  );
  return ended.length;
}
