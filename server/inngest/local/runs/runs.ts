import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { internalEvent, storeEvents } from "../receive-events";

/** Asks the router of events to run a run again. No one else can send it: names that begin so are refused. */
export const REPLAY = "inngest/run.replayed";
/** The same for ending a run that sleeps. */
export const CANCEL = "inngest/run.cancelled-by-hand";

/** What a person asks for. `sleeping` runs wait for a time or an event, `retrying` ones have failed and try again. */
export type RunState = "all" | "running" | "sleeping" | "retrying" | "completed" | "failed" | "cancelled";

const PENDING = sql`EXISTS (SELECT 1 FROM engine_jobs j WHERE j.run_id = r.id AND j.kind IN ('call', 'step'))`;
const FAILED_BEFORE = sql`EXISTS (SELECT 1 FROM engine_jobs j WHERE j.run_id = r.id AND j.attempt > 0)`;

const CONDITIONS: Readonly<Record<RunState, Sql>> = {
  all: sql`true`,
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
  /** JSON of the result, or of the error: the first 2,000 characters. */
  readonly output: string | null;
  /** It is being called at this moment. */
  readonly isCalled: boolean;
  /** It has a call ahead; a run without one sleeps. */
  readonly isPending: boolean;
  /** Calls that failed, of what it does now. */
  readonly attempt: number;
  /** When it will be called next; null when it has ended or is being called. */
  readonly nextAt: Date | null;
}

const MAX_PAGE = 1_001;
const MAX_OUTPUT = 2_000;

interface RunFilter {
  readonly state: RunState;
  /** Of one function alone. */
  readonly functionId?: string | undefined;
  /** Of these ids alone. */
  readonly only?: readonly string[] | null | undefined;
}

const ofFunction = ({ functionId }: RunFilter) =>
  functionId === undefined ? sql`true` : sql`r.function_id = ${functionId}`;

/** Newest first unless asked for the oldest; `after` is the last id of the page before. Ids are in order of time. */
export async function listRuns(
  input: RunFilter & {
    readonly isOldestFirst?: boolean;
    readonly after?: string | undefined;
    readonly limit: number;
  },
): Promise<RunSummary[]> {
  const { state, isOldestFirst = false, after, only = null } = input;
  const beyond = after === undefined ? sql`true` : isOldestFirst ? sql`r.id > ${after}` : sql`r.id < ${after}`;
  return await query<RunSummary>(
    getPool(),
    sql`SELECT r.id, r.function_id, r.status, r.created_at, r.ended_at, left(r.output, ${MAX_OUTPUT}) AS output,
        ${PENDING} AS is_pending,
        EXISTS (SELECT 1 FROM engine_jobs j WHERE j.run_id = r.id AND j.state = 'leased') AS is_called,
        (SELECT coalesce(max(j.attempt), 0) FROM engine_jobs j WHERE j.run_id = r.id)::int AS attempt,
        (SELECT min(j.run_at) FROM engine_jobs j WHERE j.run_id = r.id AND j.state = 'ready') AS next_at
      FROM engine_runs r WHERE ${CONDITIONS[state]} AND ${ofFunction(input)} AND ${beyond}
        AND ${only === null ? sql`true` : sql`r.id = ANY(${[...only]}::text[])`}
      ORDER BY r.id ${isOldestFirst ? sql`ASC` : sql`DESC`} LIMIT ${Math.min(input.limit, MAX_PAGE)}`,
  );
}

const MAX_COUNTED = 10_000;

/** How far a count goes: the newest of what an index finds. */
const INDEXED: Readonly<Record<RunState, Sql>> = {
  ...CONDITIONS,
  running: sql`r.status = 'running'`,
  sleeping: sql`r.status = 'running'`,
  retrying: sql`r.status = 'running'`,
};

/** How many there are among the newest 10,000 of the function, or of the status; `isMore`: there are older ones. */
export async function countRuns(filter: RunFilter): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const narrowed = filter.functionId === undefined ? INDEXED[filter.state] : ofFunction(filter);
  const [counted] = await query<{ count: number; isMore: boolean }>(
    getPool(),
    sql`WITH newest AS MATERIALIZED (
        SELECT r.id, r.status, row_number() OVER (ORDER BY r.id DESC) > ${MAX_COUNTED} AS is_beyond
        FROM engine_runs r WHERE ${narrowed} ORDER BY r.id DESC LIMIT ${MAX_COUNTED + 1}
      )
      SELECT count(*) FILTER (WHERE NOT r.is_beyond AND ${CONDITIONS[filter.state]})::int AS count,
        coalesce(bool_or(r.is_beyond), false) AS is_more
      FROM newest r`,
  );
  if (!counted) throw new Error("a count without a row");
  return counted;
}

/**
 * Runs the function again for the same event, from its first step, once the caller's work is committed. False unless the
 * run has failed or was cancelled.
 */
export async function replayRun(runId: string, db: Queryable = getPool()): Promise<boolean> {
  return await ask(db, REPLAY, sql`r.id = ${runId} AND r.status IN ('failed', 'cancelled')`);
}

/**
 * Ends a run once the caller's work is committed. False unless it sleeps; one that wakes up in between goes on.
 */
export async function cancelRun(runId: string, db: Queryable = getPool()): Promise<boolean> {
  return await ask(db, CANCEL, sql`r.id = ${runId} AND ${CONDITIONS.sleeping}`);
}

async function ask(db: Queryable, name: string, condition: Sql): Promise<boolean> {
  const [run] = await query<{ id: string }>(db, sql`SELECT r.id FROM engine_runs r WHERE ${condition}`);
  if (!run) return false;
  await storeEvents(db, [internalEvent(name, { runId: run.id }, null)]);
  return true;
}

/** Whether a run whose row is locked sleeps: nothing of it is called, or about to be. */
export async function isSleeping(db: Queryable, runId: string): Promise<boolean> {
  const found = await query(db, sql`SELECT r.id FROM engine_runs r WHERE r.id = ${runId} AND ${CONDITIONS.sleeping}`);
  return found.length > 0;
}
