import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import type { EventRecord } from "../expressions";
import type { StepError } from "../protocol";
import { internalEvent, storeEvents } from "../receive-events";
import type { Registry } from "../registry";
import type { LockedRun } from "./run-state";

/** How a run ended. */
export type End =
  | { readonly status: "completed"; readonly result: unknown }
  | { readonly status: "failed"; readonly error: StepError }
  | { readonly status: "cancelled" };

const ENDINGS = new Set(["inngest/function.finished", "inngest/function.failed", "inngest/function.cancelled"]);

/** Ends a locked run, with all it had still to do, and tells who listens for that. */
export async function endRun(db: Queryable, run: LockedRun, end: End, registry: Registry): Promise<void> {
  if (end.status === "failed") {
    getLogger().error(
      { function: run.functionId, run: run.id, reason: end.error.message },
      "a run of a function failed",
    );
  }
  const output = end.status === "completed" ? end.result : end.status === "failed" ? end.error : null;
  await query(
    db,
    sql`WITH jobs AS (DELETE FROM engine_jobs WHERE run_id = ${run.id}),
      listeners AS (DELETE FROM engine_listeners WHERE run_id = ${run.id})
      UPDATE engine_runs SET status = ${end.status}::engine_run_status, output = ${JSON.stringify(output ?? null)},
        ended_at = now() WHERE id = ${run.id}`,
  );
  // A run that such an event has started makes none itself, or a failing failure handler would never end.
  if (ENDINGS.has(String(run.event.name))) return;
  for (const { name, customId } of endingsOf(run, end)) {
    if (!(await isHeard(db, name, registry))) continue;
    await storeEvents(db, [internalEvent(name, describeEnd(run, end), customId)]);
  }
}

function endingsOf(run: LockedRun, { status }: End): { name: string; customId: string | null }[] {
  if (status === "cancelled") return [{ name: "inngest/function.cancelled", customId: null }];
  const finished = { name: "inngest/function.finished", customId: null };
  return status === "failed" ? [finished, { name: "inngest/function.failed", customId: run.id }] : [finished];
}

/** Nearly every run ends without anybody to tell: then no event is kept for it. */
async function isHeard(db: Queryable, name: string, registry: Registry): Promise<boolean> {
  for (const { events } of registry.values()) if (events.some((trigger) => trigger.name === name)) return true;
  const listeners = await query(db, sql`SELECT id FROM engine_listeners WHERE event_name = ${name} LIMIT 1`);
  return listeners.length > 0;
}

function describeEnd(run: LockedRun, end: End): EventRecord {
  const outcome =
    end.status === "completed" ? { result: end.result ?? null } : end.status === "failed" ? { error: end.error } : {};
  return { function_id: run.functionId, run_id: run.id, event: run.event, events: [run.event], ...outcome };
}
