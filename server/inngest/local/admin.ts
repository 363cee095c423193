import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { cancelRun, countRuns, listRuns, type RunSummary, replayRun } from "./runs/runs";

interface ListedFunction {
  readonly functionId: string;
  /** Null: it runs by events. */
  readonly cron: string | null;
  readonly nextAt: Date | null;
  readonly lastRunAt: Date | null;
  readonly lastStatus: RunSummary["status"] | null;
}

const MAX_FUNCTIONS = 200;

/** Every function that has a schedule or a run that is not forgotten, with its last run. One look-up a function. */
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

const MAX_COUNTED = 10_000;

/** How much there is to do, each counted to 10,000. `failedToday`: in the last 24 hours. */
async function countQueue(): Promise<Queue> {
  const count = (from: Sql) => sql`(SELECT count(*)::int FROM (SELECT 1 FROM ${from} LIMIT ${MAX_COUNTED}) counted)`;
  const [queue] = await query<Queue>(
    getPool(),
    sql`SELECT
        ${count(sql`engine_jobs WHERE state <> 'leased' AND run_at <= now() AND kind IN ('call', 'step')`)} AS due,
        ${count(sql`engine_jobs WHERE state = 'leased'`)} AS under_way,
        ${count(sql`engine_jobs WHERE state <> 'leased' AND (run_at > now() OR kind IN ('sleep', 'wait'))`)} AS waiting,
        ${count(sql`engine_events WHERE NOT is_routed`)} AS events,
        ${count(sql`engine_runs WHERE status = 'failed' AND ended_at > now() - interval '24 hours'`)} AS failed_today`,
  );
  if (!queue) throw new Error("a count without a row");
  return queue;
}

/** For how long the job that has waited longest has been due, seconds; 0 where none is. */
async function measureLag(): Promise<number> {
  const [oldest] = await query<{ seconds: number }>(
    getPool(),
    sql`SELECT greatest(0, extract(epoch FROM now() - min(run_at)))::float8 AS seconds FROM engine_jobs
      WHERE state = 'ready' AND run_at <= now()`,
  );
  return oldest?.seconds ?? 0;
}

/** What people may see and do of the engine. */
export const engineAdmin = { listRuns, countRuns, listFunctions, countQueue, measureLag, replayRun, cancelRun };
