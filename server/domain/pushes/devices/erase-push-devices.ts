import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** Includes messages on their way, in the caller's transaction. Idempotent. */
export async function erasePushDevices(db: Queryable, userId: string): Promise<void> {
  await query(db, sql`DELETE FROM push_devices WHERE user_id = ${userId}`);
}
