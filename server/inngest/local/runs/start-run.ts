import canonicalize from "canonicalize";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { sha256Hex } from "@/server/platform/crypto";
import { newRecordId } from "@/server/platform/ids";
import { type EventRecord, valueAt } from "../expressions";
import { listen } from "../listeners";
import type { RegisteredFunction } from "../registry";

export interface Start {
  readonly event: EventRecord;
  /** The sender's own id of the event: starts each function once. */
  readonly customId: string | null;
  /** Null: at once. */
  readonly startAt?: Date | null;
}

/** Begins a run of the function, inside the caller's transaction, unless it has run for this very thing before. */
export async function startRun(db: Queryable, registered: RegisteredFunction, start: Start): Promise<string | null> {
  const { id: functionId, idempotencyPath, cancels } = registered;
  const run = describeRun(registered, start);
  if (run.key !== null && !(await takeKey(db, functionId, run.key))) return null;
  const once = idempotencyPath && valueAt(start.event, idempotencyPath);
  if (once !== null && once !== undefined && !(await takeKey(db, functionId, `value:${hashOf(once)}`))) return null;
  await insertRuns(db, [{ ...run, key: null }]);
  for (const { eventName, expression } of cancels) {
    await listen(db, { runId: run.id, stepId: null, eventName, expression, event: start.event });
  }
  return run.id;
}

/** Whether all that starts a run of it is its row and its job, so that many can be started together. */
export function isPlain({ idempotencyPath, cancels }: RegisteredFunction): boolean {
  return idempotencyPath === null && cancels.length === 0;
}

/** Begins a run for each in one statement, but for what has run before. Their functions are plain. */
export async function startPlainRuns(
  db: Queryable,
  starts: readonly { readonly registered: RegisteredFunction; readonly start: Start }[],
): Promise<void> {
  const runs = new Map<string, NewRun>();
  for (const { registered, start } of starts) {
    const run = describeRun(registered, start);
    const once = run.key === null ? run.id : `${run.functionId} ${run.key}`;
    if (!runs.has(once)) runs.set(once, run);
  }
  await insertRuns(db, [...runs.values()]);
}

interface NewRun {
  readonly id: string;
  readonly jobId: string;
  readonly functionId: string;
  readonly event: string;
  readonly slotKey: string | null;
  readonly startAt: Date | null;
  /** Starts nothing if it is taken. */
  readonly key: string | null;
}

function describeRun({ id: functionId, concurrency }: RegisteredFunction, start: Start): NewRun {
  const { event, customId, startAt = null } = start;
  const share = concurrency?.path ? hashOf(valueAt(event, concurrency.path)) : "";
  return {
    id: newRecordId(now()),
    jobId: newRecordId(now()),
    functionId,
    event: JSON.stringify(event),
    slotKey: concurrency ? `${functionId}:${share}` : null,
    startAt,
    key: customId === null ? null : `event:${sha256Hex(customId)}`,
  };
}

async function insertRuns(db: Queryable, runs: readonly NewRun[]): Promise<void> {
  if (runs.length === 0) return;
  const column = <K extends keyof NewRun>(name: K) => runs.map((run) => run[name]);
  await query(
    db,
    sql`WITH asked AS (
        SELECT * FROM unnest(${column("id")}::text[], ${column("jobId")}::text[], ${column("functionId")}::text[],
          ${column("event")}::text[], ${column("slotKey")}::text[], ${column("startAt")}::timestamptz[],
          ${column("key")}::text[]) AS a (id, job_id, function_id, event, slot_key, start_at, key)
      ),
      taken AS (
        INSERT INTO engine_keys AS k (function_id, key, expires_at)
        SELECT function_id, key, now() + interval '24 hours' FROM asked WHERE key IS NOT NULL
        ON CONFLICT (function_id, key) DO UPDATE SET expires_at = excluded.expires_at WHERE k.expires_at <= now()
        RETURNING function_id, key
      ),
      started AS (
        INSERT INTO engine_runs (id, function_id, event, slot_key)
        SELECT id, function_id, event, slot_key FROM asked
        WHERE key IS NULL OR (function_id, key) IN (SELECT function_id, key FROM taken)
        RETURNING id
      )
      INSERT INTO engine_jobs (id, run_id, function_id, kind, run_at, slot_key)
      SELECT job_id, id, function_id, 'call', greatest(now(), start_at), slot_key FROM asked JOIN started USING (id)`,
  );
}

function hashOf(value: unknown): string {
  return sha256Hex(canonicalize(value) ?? "");
}

/** False if the key was taken in the last 24 hours. */
async function takeKey(db: Queryable, functionId: string, key: string): Promise<boolean> {
  const taken = await query(
    db,
    sql`INSERT INTO engine_keys AS k (function_id, key, expires_at)
      VALUES (${functionId}, ${key}, now() + interval '24 hours')
      ON CONFLICT (function_id, key) DO UPDATE SET expires_at = excluded.expires_at WHERE k.expires_at <= now()
      RETURNING key`,
  );
  return taken.length > 0;
}
