import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AuthorizationId } from "@/server/platform/noun-ids";

/** Copies already sent can't be recalled; later attempts go without them. Idempotent. */
export async function eraseCopies(authorizationIds: readonly AuthorizationId[]): Promise<void> {
  const ids = [...authorizationIds];
  await query(
    getPool(),
    sql`UPDATE events SET facts = (SELECT json_object_agg(f.key, f.value) FROM json_each(facts) f WHERE f.key <> 'metadata')
      WHERE authorization_id = ANY(${ids}::text[]) AND facts->'metadata' IS NOT NULL`,
  );
  await query(
    getPool(),
    sql`UPDATE webhook_attempts SET response_body = NULL
      WHERE response_body IS NOT NULL AND delivery_id IN (SELECT d.id FROM webhook_deliveries d
        JOIN events e ON e.id = d.event_id WHERE e.authorization_id = ANY(${ids}::text[]))`,
  );
}
