import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { HAS_OPEN_HOLD } from "../statuses";

/** Seconds that the oldest overdue hold is overdue; 0 if there is none. */
export async function measureExpiryLag({ now }: { readonly now: Date }): Promise<number> {
  const [oldest] = await query<{ expiresAt: Date }>(
    getPool(),
    sql`SELECT expires_at FROM authorizations WHERE ${HAS_OPEN_HOLD} AND expires_at <= ${now} ORDER BY expires_at LIMIT 1`,
  );
  return oldest ? (now.getTime() - oldest.expiresAt.getTime()) / 1_000 : 0;
}
