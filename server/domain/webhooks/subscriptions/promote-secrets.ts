import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { ownTimeOf } from "@/server/domain/sandbox-clock";

const BATCH = 500;

/** Deliveries and reads go by the time itself, so nothing waits for this. Safe to run at any time and concurrently. */
export async function promoteSecrets({ now }: { readonly now: Date }): Promise<number> {
  const own = ownTimeOf(sql`${now}::timestamptz`, sql`s.tenant_id`, sql`s.environment`);
  const promoted = await query(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM webhook_subscriptions s WHERE s.next_secret_at IS NOT NULL AND s.next_secret_at <= ${own}
        ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE webhook_subscriptions s SET sealed_secret = s.next_sealed_secret, secret_last4 = s.next_secret_last4,
        secret_since = s.next_secret_at, next_sealed_secret = NULL, next_secret_last4 = NULL, next_secret_at = NULL
      FROM due WHERE s.id = due.id RETURNING s.id`,
  );
  return promoted.length;
}
