import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { RegisteredFunction } from "../registry";

export type EventRecord = Readonly<Record<string, unknown>>;

export interface Start {
  readonly registered: RegisteredFunction;
  readonly event: EventRecord;
  /** The sender's own event id, which starts each function once. */
  readonly customId: string | null;
}

export interface NewRun {
  readonly id: string;
  readonly functionId: string;
  readonly event: string;
  readonly eventKey: string | null;
  /** The value at the same path in a canceling event. */
  readonly cancelKey: string | null;
}

export function describeRun({ registered, event, customId }: Start): NewRun {
  return {
    id: newRecordId(now()),
    functionId: registered.id,
    event: JSON.stringify(event),
    eventKey: customId,
    cancelKey: registered.cancel && keyAt(event, registered.cancel.path),
  };
}

export function keyAt(event: EventRecord, path: readonly string[]): string | null {
  let value: unknown = event;
  for (const name of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as EventRecord)[name];
  }
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Starts runs in one query, except those already started for the same event. Returns the ids that were started. */
export async function startRuns(db: Queryable, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const column = <K extends keyof NewRun>(name: K) => runs.map((run) => run[name]);
  const started = await query<{ id: string }>(
    db,
    sql`INSERT INTO engine_runs (id, function_id, event, event_key, cancel_key, run_at)
      SELECT id, function_id, event, event_key, cancel_key, now()
      FROM unnest(${column("id")}::text[], ${column("functionId")}::text[], ${column("event")}::text[],
        ${column("eventKey")}::text[], ${column("cancelKey")}::text[]) AS a (id, function_id, event, event_key, cancel_key)
      ON CONFLICT (function_id, event_key) DO NOTHING RETURNING id`,
  );
  return new Set(started.map(({ id }) => id));
}
