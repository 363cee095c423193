import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { getLogger } from "@/server/platform/logger";
import type { Registry } from "./registry";
import { describeRun, type EventRecord, keyAt, type NewRun, startRuns } from "./runs/start-runs";

/** Advisory lock: one process routes at a time, so that events keep their order. */
const ROUTE_LOCK = 7_236_412;
const BATCH = 200;

interface StoredEvent {
  readonly id: string;
  readonly name: string;
  readonly customId: string | null;
  readonly payload: string;
}

/**
 * Starts functions for waiting events and cancels runs, in three queries for up to 200 events. An event doesn't cancel what
 * it starts itself, and a repeated event id does nothing. Unreadable events are logged and skipped. Returns the number of
 * events.
 */
export async function routeEvents(registry: Registry): Promise<number> {
  return await inTransaction(async (db) => {
    const events = await takeUnrouted(db);
    const { starts, cancels } = sortOut(events.flatMap(readEvent), registry);
    const started = await startRuns(db, starts);
    await cancelRuns(
      db,
      cancels.filter(({ by }) => by === null || started.has(by)),
      started,
    );
    return events.length;
  });
}

/** Marked as routed in the same transaction that routes them. */
async function takeUnrouted(db: Queryable): Promise<StoredEvent[]> {
  const [lock] = await query<{ isOurs: boolean }>(db, sql`SELECT pg_try_advisory_xact_lock(${ROUTE_LOCK}) AS is_ours`);
  if (!lock?.isOurs) return [];
  const events = await query<StoredEvent>(
    db,
    sql`SELECT id, name, custom_id, payload FROM engine_events WHERE NOT is_routed ORDER BY sequence LIMIT ${BATCH}`,
  );
  if (events.length === 0) return [];
  await query(db, sql`UPDATE engine_events SET is_routed = true WHERE id = ANY(${events.map(({ id }) => id)})`);
  return events;
}

type Read = StoredEvent & { readonly event: EventRecord };

function readEvent(stored: StoredEvent): Read[] {
  try {
    return [{ ...stored, event: JSON.parse(stored.payload) as EventRecord }];
  } catch (error) {
    const { id, name } = stored;
    getLogger().error({ event: id, name, reason: String(error) }, "an event could not be routed");
    return [];
  }
}

interface Cancel {
  readonly functionId: string;
  readonly cancelKey: string;
  /** The run that replaces the canceled one; if that doesn't start, nothing is canceled. */
  readonly by: string | null;
}

/** Processed in order: runs canceled by a later event aren't started. */
function sortOut(events: readonly Read[], registry: Registry): { starts: NewRun[]; cancels: Cancel[] } {
  let starts: NewRun[] = [];
  const cancels: Cancel[] = [];
  for (const { name, event, customId } of events) {
    for (const registered of registry.values()) {
      const { id: functionId, cancel } = registered;
      const run = registered.events.includes(name) ? describeRun({ registered, event, customId }) : null;
      const cancelKey = cancel?.events.includes(name) ? keyAt(event, cancel.path) : null;
      if (cancelKey !== null) {
        cancels.push({ functionId, cancelKey, by: run?.id ?? null });
        starts = starts.filter((one) => one.functionId !== functionId || one.cancelKey !== cancelKey);
      }
      if (run) starts.push(run);
    }
  }
  return { starts, cancels };
}

/** Answers of their running calls will be dropped. */
async function cancelRuns(db: Queryable, cancels: readonly Cancel[], started: ReadonlySet<string>): Promise<void> {
  if (cancels.length === 0) return;
  const functionIds = cancels.map(({ functionId }) => functionId);
  const keys = cancels.map(({ cancelKey }) => cancelKey);
  await query(
    db,
    sql`UPDATE engine_runs r SET status = 'cancelled', output = 'null', ended_at = now(), run_at = NULL, sleep_name = NULL,
        lease_token = NULL, leased_until = NULL
      FROM unnest(${functionIds}::text[], ${keys}::text[]) AS c (function_id, cancel_key)
      WHERE r.function_id = c.function_id AND r.cancel_key = c.cancel_key AND r.status = 'running'
        AND NOT r.id = ANY(${[...started]}::text[])`,
  );
}
