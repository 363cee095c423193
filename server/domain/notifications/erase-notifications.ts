import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** All that a login was notified of, in the caller's transaction. What others were told names no member. Idempotent. */
export async function eraseNotifications(db: Queryable, userId: string): Promise<void> {
  await query(db, sql`DELETE FROM notifications WHERE user_id = ${userId}`);
}
