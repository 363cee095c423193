import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** All devices of a login that is erased, and what was on its way to them, in the caller's transaction. Idempotent. */
export async function erasePushDevices(db: Queryable, userId: string): Promise<void> {
  await query(db, sql`DELETE FROM push_devices WHERE user_id = ${userId}`);
}
