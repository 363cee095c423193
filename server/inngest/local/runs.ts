import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { internalEvent, storeEvents } from "./receive-events";

/** Asks whoever routes events to run a run again. Nobody else can send it: names that begin so are refused. */
export const REPLAY = "inngest/run.replayed";

/** What a person asks for. `sleeping` runs wait for a time or an event, `retrying` ones have failed and try again. */
export type RunState = "running" | "sleeping" | "retrying" | "completed" | "failed" | "cancelled";

const PENDING = sql`EXISTS (SELECT 1 FROM engine_jobs j WHERE j.run_id = r.id AND j.kind IN ('call', 'step'))`;
const FAILED_BEFORE = sql`EXISTS (SELECT 1 FROM engine_jobs j WHERE j.run_id = r.id AND j.attempt > 0)`;

const CONDITIONS: Readonly<Record<RunState, Sql>> = {
  running: sql`r.status = 'running' AND ${PENDING}`,
  sleeping: sql`r.status = 'running' AND NOT ${PENDING}`,
  retrying: sql`r.status = 'running' AND ${FAILED_BEFORE}`,
  completed: sql`r.status = 'completed'`,
  failed: sql`r.status = 'failed'`,
  cancelled: sql`r.status = 'cancelled'`,
};

export interface RunSummary {
  readonly id: string;
  readonly functionId: string;
  readonly status: "running" | "completed" | "failed" | "cancelled";
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** JSON of the result, or of the error. */
  readonly output: string | null;
  /** When it will be called next; null when it has ended or is being called. */
  readonly nextAt: Date | null;
}

const MAX_PAGE = 100;

/** Newest first; `before` is the last id of the page before. */
export async function listRuns(input: {
  readonly state: RunState;
  readonly before?: string;
  readonly limit: number;
}): Promise<RunSummary[]> {
  const older = input.before ? sql`AND r.id < ${input.before}` : sql``;
  return await query<RunSummary>(
    getPool(),
    sql`SELECT r.id, r.function_id, r.status, r.created_at, r.ended_at, r.output,
        (SELECT min(j.run_at) FROM engine_jobs j WHERE j.run_id = r.id AND j.state = 'ready') AS next_at
      FROM engine_runs r WHERE ${CONDITIONS[input.state]} ${older}
      ORDER BY r.id DESC LIMIT ${Math.min(input.limit, MAX_PAGE)}`,
  );
}

/** Runs the function anew for the same event, from its first step. False unless the run has failed or was cancelled. */
export async function replayRun(runId: string): Promise<boolean> {
  const ended = await query(
    getPool(),
    sql`SELECT id FROM engine_runs WHERE id = ${runId} AND status IN ('failed', 'cancelled')`,
  );
  if (ended.length === 0) return false;
  await storeEvents(getPool(), [internalEvent(REPLAY, { runId }, null)]);
  return true;
}
