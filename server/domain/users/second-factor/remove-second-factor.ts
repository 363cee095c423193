import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

/** The password alone signs in again, and no recovery code works. False: there was none, confirmed or begun. */
export async function removeSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  const removed = await query(
    db,
    sql`UPDATE users SET sealed_totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = NULL
      WHERE id = ${userId} AND sealed_totp_secret IS NOT NULL RETURNING id`,
  );
  await query(db, sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  return removed.length > 0;
}
