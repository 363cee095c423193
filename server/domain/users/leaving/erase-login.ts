import { announce } from "@/server/db/announce";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { removePasskeys } from "../passkeys/remove-passkey";

/**
 * Ends a login for good, in the caller's transaction: its email, password, second factor, passkeys, links, devices,
 * and roles go. The
 * row stays and says its id, for what it did. Idempotent.
 */
export async function eraseLogin(
  db: Queryable,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await query(
    db,
    sql`UPDATE users SET email = 'Deleted person ' || id, name = NULL, password_hash = '', sealed_totp_secret = NULL,
        totp_confirmed_at = NULL, totp_last_step = NULL, erased_at = coalesce(erased_at, ${now}) WHERE id = ${userId}`,
  );
  const ended = await query<{ id: string }>(
    db,
    sql`DELETE FROM portal_sessions WHERE user_id = ${userId} RETURNING id`,
  );
  await removePasskeys(db, userId);
  await query(db, sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`);
  await query(db, sql`DELETE FROM password_resets WHERE user_id = ${userId}`);
  await query(db, sql`DELETE FROM roles WHERE user_id = ${userId}`);
  announce(db, ...ended.map(({ id }) => `session:${id}` as const));
}
