import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import type { EventRecord } from "../expressions";
import type { StepError } from "../protocol";
import { internalEvent, storeEvents } from "../receive-events";
import type { Registry } from "../registry";
import type { ClaimedJob } from "./claim-jobs";
import type { LockedRun } from "./run-state";

/** How a run ended. */
export type End =
  | { readonly status: "completed"; readonly result: unknown }
  | { readonly status: "failed"; readonly error: StepError }
  | { readonly status: "cancelled" };

const FINISHED = "inngest/function.finished";
const ENDINGS = new Set([FINISHED, "inngest/function.failed", "inngest/function.cancelled"]);

/** Ends a locked run, with all it still had to do, and notifies its listeners. */
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

/**
 * Completes a run whose only job this is, if no one is listening: nearly every run, so in one statement instead of a
 * transaction of seven. While a call is a run's only job, nothing else gives it another. False: nothing was written.
 */
export async function completeAtOnce(job: ClaimedJob, result: unknown, registry: Registry): Promise<boolean> {
  if (job.stepId !== null || isTrigger(FINISHED, registry)) return false;
  const ended = await query(
    getPool(),
    sql`WITH run AS (
        SELECT id FROM engine_runs WHERE id = ${job.runId} AND status = 'running'
          AND NOT EXISTS (SELECT 1 FROM engine_jobs WHERE run_id = ${job.runId} AND id <> ${job.id})
          AND NOT EXISTS (SELECT 1 FROM engine_listeners WHERE event_name = ${FINISHED})
        FOR UPDATE
      ),
      taken AS (
        DELETE FROM engine_jobs j USING run
        WHERE j.id = ${job.id} AND j.lease_token = ${job.leaseToken} AND j.run_id = run.id RETURNING j.run_id
      ),
      listeners AS (DELETE FROM engine_listeners l USING taken WHERE l.run_id = taken.run_id)
      UPDATE engine_runs r SET status = 'completed', output = ${JSON.stringify(result ?? null)}, ended_at = now()
      FROM taken WHERE r.id = taken.run_id RETURNING r.id`,
  );
  return ended.length > 0;
}

function endingsOf(run: LockedRun, { status }: End): { name: string; customId: string | null }[] {
  if (status === "cancelled") return [{ name: "inngest/function.cancelled", customId: null }];
  const finished = { name: FINISHED, customId: null };
  return status === "failed" ? [finished, { name: "inngest/function.failed", customId: run.id }] : [finished];
}

/** Nearly every run ends without a listener: then no event is kept for it. */
async function isHeard(db: Queryable, name: string, registry: Registry): Promise<boolean> {
  if (isTrigger(name, registry)) return true;
  const listeners = await query(db, sql`SELECT id FROM engine_listeners WHERE event_name = ${name} LIMIT 1`);
  return listeners.length > 0;
}

function isTrigger(name: string, registry: Registry): boolean {
  return [...registry.values()].some(({ events }) => events.some((trigger) => trigger.name === name));
}

function describeEnd(run: LockedRun, end: End): EventRecord {
  const outcome =
    end.status === "completed" ? { result: end.result ?? null } : end.status === "failed" ? { error: end.error } : {};
  return { function_id: run.functionId, run_id: run.id, event: run.event, events: [run.event], ...outcome };
}
