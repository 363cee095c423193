import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { EventRecord } from "../expressions";
import type { ClaimedJob } from "./claim-jobs";

/** A run whose row is locked until the transaction ends. */
export interface LockedRun {
  readonly id: string;
  readonly functionId: string;
  readonly event: EventRecord;
  readonly slotKey: string | null;
}

/** Null where the run has ended meanwhile. */
export async function lockRun(db: Queryable, runId: string): Promise<LockedRun | null> {
  const [run] = await query<Omit<LockedRun, "event"> & { event: string }>(
    db,
    sql`SELECT id, function_id, event, slot_key FROM engine_runs
      WHERE id = ${runId} AND status = 'running' FOR UPDATE`,
  );
  return run ? { ...run, event: JSON.parse(run.event) as EventRecord } : null;
}

/** Ends a job, if it is still ours. What comes too late has no effect. */
export async function takeJob(db: Queryable, job: ClaimedJob): Promise<boolean> {
  const taken = await query(
    db,
    sql`DELETE FROM engine_jobs WHERE id = ${job.id} AND lease_token = ${job.leaseToken} RETURNING id`,
  );
  return taken.length > 0;
}

export const MAX_STEPS = 1_000;
const MAX_RESULT_BYTES = 4 * 1024 * 1024;
const MAX_STATE_BYTES = 32 * 1024 * 1024;

/** A run that outgrew what one may have. */
export class RunLimitError extends Error {
  override readonly name = "RunLimitError";
}

export interface StepResult {
  readonly stepId: string;
  readonly name: string;
  readonly isError?: boolean;
  readonly result: unknown;
}

/** Remembers what a step came to, as the run's latest. Throws RunLimitError. */
export async function remember(db: Queryable, run: LockedRun, step: StepResult): Promise<void> {
  const result = JSON.stringify(step.result ?? null);
  const bytes = Buffer.byteLength(result);
  if (bytes > MAX_RESULT_BYTES) throw new RunLimitError(`the result of step "${step.name}" is over 4 MB`);
  const [stored] = await query<{ position: number; stateBytes: number }>(
    db,
    sql`WITH step AS (
        INSERT INTO engine_steps (run_id, step_id, position, name, is_error, result)
        SELECT ${run.id}, ${step.stepId}, coalesce(max(position) + 1, 0), ${step.name}, ${step.isError ?? false}, ${result}
        FROM engine_steps WHERE run_id = ${run.id}
        ON CONFLICT DO NOTHING RETURNING position
      ), run AS (
        UPDATE engine_runs SET state_bytes = state_bytes + ${bytes} FROM step WHERE id = ${run.id} RETURNING state_bytes
      )
      SELECT position, state_bytes FROM step, run`,
  );
  if (!stored) return;
  if (stored.stateBytes > MAX_STATE_BYTES) throw new RunLimitError("the results of all steps are over 32 MB");
  if (stored.position >= MAX_STEPS) throw new RunLimitError("a run may have 1,000 steps");
}
