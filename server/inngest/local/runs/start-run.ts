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
  const { event, customId, startAt = null } = start;
  const { id: functionId, idempotencyPath, concurrency } = registered;
  if (customId !== null && !(await takeKey(db, functionId, `event:${sha256Hex(customId)}`))) return null;
  const once = idempotencyPath && valueAt(event, idempotencyPath);
  if (once !== null && once !== undefined && !(await takeKey(db, functionId, `value:${hashOf(once)}`))) return null;
  const runId = newRecordId(now());
  const share = concurrency?.path ? hashOf(valueAt(event, concurrency.path)) : "";
  const slotKey = concurrency ? `${functionId}:${share}` : null;
  await query(
    db,
    sql`INSERT INTO engine_runs (id, function_id, event, slot_key)
      VALUES (${runId}, ${functionId}, ${JSON.stringify(event)}, ${slotKey})`,
  );
  await query(
    db,
    sql`INSERT INTO engine_jobs (id, run_id, function_id, kind, run_at, slot_key)
      VALUES (${newRecordId(now())}, ${runId}, ${functionId}, 'call', greatest(now(), ${startAt}), ${slotKey})`,
  );
  for (const { eventName, expression } of registered.cancels) {
    await listen(db, { runId, stepId: null, eventName, expression, event });
  }
  return runId;
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
