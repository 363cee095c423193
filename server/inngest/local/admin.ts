import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { CHANNEL } from "./receive-events";
import { IS_READY } from "./runs/claim-runs";

/** The console's filters. `sleeping` runs wait for a time; `retrying` ones failed and will be called again. */
export type RunState =
  | "all"
  | "unfinished"
  | "running"
  | "sleeping"
  | "retrying"
  | "completed"
  | "failed"
  | "cancelled";

const SLEEPS = sql`coalesce(r.sleep_name IS NOT NULL AND r.lease_token IS NULL AND r.run_at > now(), false)`;

const CONDITIONS: Readonly<Record<RunState, Sql>> = {
  all: sql`true`,
  unfinished: sql`(r.status = 'failed' OR (r.status = 'running' AND (r.attempt > 0 OR ${SLEEPS})))`,
  running: sql`r.status = 'running' AND NOT ${SLEEPS}`,
  sleeping: sql`r.status = 'running' AND ${SLEEPS}`,
  retrying: sql`r.status = 'running' AND r.attempt > 0`,
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
  /** JSON of the result or error, cut to 2,000 characters. */
  readonly output: string | null;
  /** The value that canceling events are matched by, such as a delivery's id. */
  readonly subject: string | null;
  readonly isCalled: boolean;
  readonly sleep: string | null;
  readonly attempt: number;
  /** Next call; null if it has ended or is being called. */
  readonly nextAt: Date | null;
}

const MAX_PAGE = 1_001;
const MAX_OUTPUT = 2_000;

interface RunFilter {
  readonly state: RunState;
  readonly functionId: string | null;
  readonly only?: readonly string[] | null | undefined;
}

const ofFunction = ({ functionId }: RunFilter) =>
  functionId === null ? sql`true` : sql`r.function_id = ${functionId}`;

/** Newest first by default. `after` is the last id of the previous page; ids sort by time. */
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
        r.cancel_key AS subject, r.lease_token IS NOT NULL AS is_called, CASE WHEN ${SLEEPS} THEN r.sleep_name END AS sleep,
        r.attempt, CASE WHEN r.lease_token IS NULL THEN r.run_at END AS next_at
      FROM engine_runs r WHERE ${CONDITIONS[state]} AND ${ofFunction(input)} AND ${beyond}
        AND ${only === null ? sql`true` : sql`r.id = ANY(${[...only]}::text[])`}
      ORDER BY r.id ${isOldestFirst ? sql`ASC` : sql`DESC`} LIMIT ${Math.min(input.limit, MAX_PAGE)}`,
  );
}

const MAX_COUNTED = 10_000;

/** Conditions that an index supports, used for counting. */
const INDEXED: Readonly<Record<RunState, Sql>> = {
  ...CONDITIONS,
  unfinished: sql`r.status IN ('failed', 'running')`,
  running: sql`r.status = 'running'`,
  sleeping: sql`r.status = 'running'`,
  retrying: sql`r.status = 'running'`,
};

/** Counts matches among the function's or status's newest 10,000 runs; `isMore` if there are older ones. */
async function countRuns(filter: RunFilter): Promise<{ readonly count: number; readonly isMore: boolean }> {
  const narrowed = filter.functionId === null ? INDEXED[filter.state] : ofFunction(filter);
  const [counted] = await query<{ count: number; isMore: boolean }>(
    getPool(),
    sql`WITH newest AS MATERIALIZED (
        SELECT r.*, row_number() OVER (ORDER BY r.id DESC) > ${MAX_COUNTED} AS is_beyond
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
 * Runs the function again for the same event, from its first step, once the caller's transaction commits. False unless the run
 * failed or was canceled.
 */
export async function replayRun(runId: string, db: Queryable = getPool()): Promise<boolean> {
  const started = await query(
    db,
    sql`INSERT INTO engine_runs (id, function_id, event, cancel_key, run_at)
      SELECT ${newRecordId(now())}, function_id, event, cancel_key, now() FROM engine_runs
      WHERE id = ${runId} AND status IN ('failed', 'cancelled') RETURNING 1`,
  );
  if (started.length > 0) await query(db, sql`SELECT pg_notify(${CHANNEL}, '')`);
  return started.length > 0;
}

interface ListedFunction {
  readonly functionId: string;
  readonly cron: string | null;
  readonly nextAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastStatus: RunSummary["status"] | null;
}

const MAX_FUNCTIONS = 200;

/** Every function with a schedule or a remembered run, and its last run. One index look-up per function. */
async function listFunctions(): Promise<ListedFunction[]> {
  return await query<ListedFunction>(
    getPool(),
    sql`WITH RECURSIVE ran AS (
        (SELECT function_id FROM engine_runs ORDER BY function_id LIMIT 1)
        UNION ALL
        SELECT (SELECT r.function_id FROM engine_runs r WHERE r.function_id > ran.function_id
          ORDER BY r.function_id LIMIT 1) FROM ran WHERE ran.function_id IS NOT NULL
      )
      SELECT function_id, s.cron, s.next_at, last.created_at AS last_run_at, last.status AS last_status
      FROM (SELECT function_id FROM ran WHERE function_id IS NOT NULL
        UNION SELECT function_id FROM engine_schedules) known
      LEFT JOIN engine_schedules s USING (function_id)
      LEFT JOIN LATERAL (SELECT r.created_at, r.status FROM engine_runs r
        WHERE r.function_id = known.function_id ORDER BY r.id DESC LIMIT 1) last ON true
      ORDER BY function_id, s.cron LIMIT ${MAX_FUNCTIONS}`,
  );
}

interface Queue {
  readonly due: number;
  readonly underWay: number;
  readonly waiting: number;
  readonly events: number;
  readonly failedToday: number;
}

/** Sizes of the queue, each counted up to 10,000. `failedToday` covers the last 24 hours. */
async function countQueue(): Promise<Queue> {
  const count = (from: Sql) => sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED}) counted)`;
  const [queue] = await query<Queue>(
    getPool(),
    sql`SELECT
        ${count(sql`engine_runs WHERE ${IS_READY} AND run_at <= now()`)} AS due,
        ${count(sql`engine_runs WHERE lease_token IS NOT NULL`)} AS under_way,
        ${count(sql`engine_runs WHERE ${IS_READY} AND run_at > now()`)} AS waiting,
        ${count(sql`engine_events WHERE NOT is_routed`)} AS events,
        ${count(sql`engine_runs WHERE status = 'failed' AND ended_at > now() - interval '24 hours'`)} AS failed_today`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}

/** Seconds for which the longest-waiting run, schedule, or event has been due. */
async function measureLag(): Promise<number> {
  const [oldest] = await query<{ seconds: number | null }>(
    getPool(),
    sql`SELECT extract(epoch FROM now() - least(
        (SELECT min(run_at) FROM engine_runs WHERE ${IS_READY} AND run_at <= now()),
        (SELECT min(next_at) FROM engine_schedules WHERE next_at <= now()),
        (SELECT received_at FROM engine_events WHERE NOT is_routed ORDER BY sequence LIMIT 1)))::float8 AS seconds`,
  );
  return Math.max(0, oldest?.seconds ?? 0);
}

export const engineAdmin = { listRuns, countRuns, listFunctions, countQueue, measureLag, replayRun };
