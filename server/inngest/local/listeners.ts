import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { type EventRecord, type Expression, hashAt, resolveMatch } from "./expressions";

interface Listening {
  readonly runId: string;
  /** Null: the event cancels the run. */
  readonly stepId: string | null;
  readonly eventName: string;
  readonly expression: Expression;
  /** The event that started the run. */
  readonly event: EventRecord;
}

/** From now on, the run hears of such events. Throws UnsupportedError for an expression that says nothing of them. */
export async function listen(db: Queryable, listening: Listening): Promise<void> {
  const match = resolveMatch(listening.expression, listening.event);
  if (!match) return;
  const { runId, stepId, eventName } = listening;
  await query(
    db,
    sql`INSERT INTO engine_listeners (id, run_id, step_id, event_name, match_paths, match_hash)
      VALUES (${newRecordId(now())}, ${runId}, ${stepId}, ${eventName}, ${match.matchPaths}, ${match.matchHash})`,
  );
}

export interface Listener {
  readonly runId: string;
  readonly stepId: string | null;
}

/** Whose business this event is. Steps through the index by the few sets of paths there are, never by listener. */
export async function findListeners(db: Queryable, name: string, event: EventRecord): Promise<Listener[]> {
  const paths = await query<{ matchPaths: string }>(
    db,
    sql`WITH RECURSIVE known AS (
        (SELECT match_paths FROM engine_listeners WHERE event_name = ${name} ORDER BY match_paths LIMIT 1)
        UNION ALL
        SELECT (SELECT l.match_paths FROM engine_listeners l
          WHERE l.event_name = ${name} AND l.match_paths > known.match_paths ORDER BY l.match_paths LIMIT 1)
        FROM known WHERE known.match_paths IS NOT NULL
      )
      SELECT match_paths FROM known WHERE match_paths IS NOT NULL`,
  );
  const found: Listener[] = [];
  for (const { matchPaths } of paths) {
    const hash = hashAt(matchPaths, event);
    if (hash === null) continue;
    const heard = await query<Listener>(
      db,
      sql`SELECT run_id, step_id FROM engine_listeners
        WHERE event_name = ${name} AND match_paths = ${matchPaths} AND match_hash = ${hash} ORDER BY run_id`,
    );
    found.push(...heard);
  }
  return found;
}
