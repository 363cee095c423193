import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isOfFamily } from "@/server/domain/authorizations";
import { type FactsRow, factsOf, type StoredEvent, selectFacts } from "@/server/domain/webhooks";
import type { AuthorizationId } from "@/server/platform/noun-ids";

export interface StoryEvent extends StoredEvent {
  readonly idempotencyKey: string;
}

const MAX_ROWS = 100;

type EventRow = Omit<StoryEvent, "facts"> & FactsRow;

/** Includes events of declined increments, oldest first. */
export async function listStoryEvents(rootId: AuthorizationId): Promise<StoryEvent[]> {
  const rows = await query<EventRow>(
    getPool(),
    sql`SELECT e.id, e.type, e.environment, e.sequence, e.created_at, e.idempotency_key, ${selectFacts(sql`false`)}
      FROM events e
      WHERE e.authorization_id = ANY(ARRAY(SELECT a.id FROM authorizations a WHERE ${isOfFamily(sql`a`, sql`${rootId}`)}))
      ORDER BY e.created_at, e.sequence, e.id LIMIT ${MAX_ROWS}`,
  );
  return rows.map(({ storedFacts, recordFacts, ...event }) => ({
    ...event,
    facts: factsOf({ storedFacts, recordFacts }),
  }));
}
