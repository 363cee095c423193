import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { raw, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";

/** Facts with what people wrote. */
const WORDS = raw("'metadata', 'note', 'message', 'answer'");

/**
 * Erases people's words from the events of authorizations or disputes. Copies already sent can't be recalled; later attempts go
 * without them. Idempotent.
 */
export async function eraseCopies(recordIds: readonly RecordId[]): Promise<void> {
  const ids = [...recordIds];
  const isAbout = sql`(e.authorization_id = ANY(${ids}::text[]) OR e.subject_id = ANY(${ids}::text[]))`;
  await query(
    getPool(),
    sql`UPDATE events e SET facts = (SELECT json_object_agg(f.key, f.value) FROM json_each(e.facts) f WHERE f.key NOT IN (${WORDS}))
      WHERE ${isAbout} AND EXISTS (SELECT 1 FROM json_object_keys(e.facts) k WHERE k IN (${WORDS}))`,
  );
  await query(
    getPool(),
    sql`UPDATE webhook_attempts SET response_body = NULL
      WHERE response_body IS NOT NULL AND delivery_id IN (SELECT d.id FROM webhook_deliveries d
        JOIN events e ON e.id = d.event_id WHERE ${isAbout})`,
  );
}
