import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** Emails to these addresses, in the caller's transaction; what a mail server has taken is out of reach. Idempotent. */
export async function eraseEmails(db: Queryable, recipients: readonly string[]): Promise<void> {
  await query(db, sql`DELETE FROM emails WHERE recipient = ANY(${[...recipients]}::text[])`);
}
