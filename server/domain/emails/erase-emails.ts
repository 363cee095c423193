import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** In the caller's transaction. Emails that a mail server has accepted are out of reach. Idempotent. */
export async function eraseEmails(db: Queryable, recipients: readonly string[]): Promise<void> {
  await query(db, sql`DELETE FROM emails WHERE recipient = ANY(${[...recipients]}::text[])`);
}
