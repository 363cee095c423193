import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { digest } from "@/server/platform/crypto";

/** Longer than a sign-up takes: an older claim was cut off. */
const CUT_OFF_MS = 2 * 60_000;

/** Throws `busy` if a sign-up with this email is under way in any process. A cut-off one blocks for two minutes. */
export async function claimSignUp<Done>(
  { email, now, busy }: { readonly email: string; readonly now: Date; readonly busy: () => Error },
  work: () => Promise<Done>,
): Promise<Done> {
  const emailHash = digest("sign-up", email);
  const claimed = await query(
    getPool(),
    sql`INSERT INTO sign_ups (email_hash, started_at) VALUES (${emailHash}, ${now})
      ON CONFLICT (email_hash) DO UPDATE SET started_at = excluded.started_at
        WHERE sign_ups.started_at < ${new Date(now.getTime() - CUT_OFF_MS)}
      RETURNING email_hash`,
  );
  if (claimed.length === 0) throw busy();
  try {
    return await work();
  } finally {
    await query(getPool(), sql`DELETE FROM sign_ups WHERE email_hash = ${emailHash} AND started_at = ${now}`);
  }
}
