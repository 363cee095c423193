import { announce, type Topic } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { processSingleton } from "@/server/platform/singleton";
import { bindWork, type Found, wake } from "./wake";
import { yieldBetweenBatches } from "./yield-between-batches";

export type JobKind = "bank-statement" | "bulk-job" | "replay" | "report" | "sandbox-jump";

export interface DueJob {
  readonly id: string;
  readonly run: number;
}

interface JobRow extends DueJob {
  readonly finishedAt: Date | null;
}

export interface Batch<Row> {
  /** The row as it is now. Undefined: another run has replaced this one. */
  readonly row: Row | undefined;
  /** False: there was nothing to do yet. A step without work rests before the next. */
  readonly isWork: boolean;
}

interface Definition<Row extends JobRow> {
  readonly kind: JobKind;
  /** SQL: a table with `id`, `run`, and `touched_at`. */
  readonly table: Sql;
  /** SQL: its column that says when a row was done or given up; default: `finished_at`. */
  readonly finishedAt?: Sql;
  /** SQL: columns of its row `r`. */
  readonly columns: Sql;
  /** Of a batch at most. */
  readonly size: number;
  /** Does a batch. Its writes change nothing unless the row still has this run. */
  readonly advance: (row: Row, size: number) => Promise<Batch<Row>>;
  /** Told at the end of each step. */
  readonly topicOf?: (row: Row) => Topic;
  /** Of a step at most; default: as many as there is time for. */
  readonly batches?: number;
  /** SQL: when row `r` starts, in real time. */
  readonly startsAt?: Sql;
  /** SQL: further assignments for a row that is given up. */
  readonly givenUp?: Sql;
}

export interface Step {
  readonly isMore: boolean;
  /** In real time: there is nothing to do before. */
  readonly restUntil: Date | null;
}

export interface LongJob {
  readonly kind: JobKind;
  /**
   * Does batches for two seconds. A run that was replaced does nothing. Throws what a batch throws; call it again then. Safe to
   * call at any time and concurrently.
   */
  readonly step: (due: DueJob, options?: { readonly stepMs?: number; readonly size?: number }) => Promise<Step>;
  /** Lets another run continue the row at once. */
  readonly handOn: (due: DueJob) => Promise<void>;
  readonly handOver: (queue: JobQueue, now: Date) => Promise<Found>;
}

interface HandedOver extends DueJob {
  /** In real time; null for immediately. */
  readonly startsAt: Date | null;
}

/** Starts a run for each row, which makes steps until there is no more to do. */
export type JobQueue = (kind: JobKind, due: readonly HandedOver[]) => Promise<void>;

/** Shows progress soon, and a retry repeats little. */
const STEP_MS = 2_000;
const REST_MS = 10_000;
const AT_ONCE = 50;
/** A row untouched for this long was lost with its process. */
const PATIENCE_MS = 5 * 60_000;
const MAX_RUNS = 10;

/** A kind of long job: rows that say how far they are, each worked through by one run at a time. */
export function defineLongJob<Row extends JobRow>(definition: Definition<Row>): LongJob {
  const { kind, table, columns, advance, topicOf, startsAt, givenUp } = definition;
  const { finishedAt = sql`finished_at`, batches = Number.POSITIVE_INFINITY } = definition;

  async function step({ id, run }: DueJob, { stepMs = STEP_MS, size = definition.size } = {}): Promise<Step> {
    const [claimed] = await query<Row>(
      getPool(),
      sql`UPDATE ${table} r SET touched_at = ${now()} WHERE id = ${id} AND run = ${run}::integer AND ${finishedAt} IS NULL
        RETURNING ${columns}`,
    );
    if (!claimed) return { isMore: false, restUntil: null };
    const yieldToRequests = yieldBetweenBatches();
    const startedAt = performance.now();
    let row: Row | undefined = claimed;
    let [made, hasWorked] = [0, false];
    try {
      do {
        await yieldToRequests();
        const batch: Batch<Row> = await advance(row, size);
        row = batch.row;
        hasWorked ||= batch.isWork;
        made += 1;
      } while (row && row.finishedAt === null && made < batches && performance.now() - startedAt < stepMs);
    } finally {
      if (topicOf) announce(getPool(), topicOf(claimed));
    }
    const isMore = row !== undefined && row.finishedAt === null;
    return { isMore, restUntil: isMore && !hasWorked ? new Date(now().getTime() + REST_MS) : null };
  }

  async function handOn({ id, run }: DueJob): Promise<void> {
    await query(
      getPool(),
      sql`UPDATE ${table} SET touched_at = NULL WHERE id = ${id} AND run = ${run}::integer AND ${finishedAt} IS NULL RETURNING 1`,
    );
    wake("jobs");
  }

  async function handOver(queue: JobQueue, at: Date): Promise<Found> {
    const lostAt = new Date(at.getTime() - PATIENCE_MS);
    const isDue = sql`${finishedAt} IS NULL AND (touched_at IS NULL OR touched_at < ${lostAt})`;
    await query(
      getPool(),
      sql`UPDATE ${table} SET ${finishedAt} = ${at}${givenUp ? sql`, ${givenUp}` : sql``}
        WHERE ${isDue} AND touched_at IS NOT NULL AND run >= ${MAX_RUNS}::integer RETURNING 1`,
    );
    const due = await query<HandedOver>(
      getPool(),
      sql`WITH due AS (
          SELECT id FROM ${table} WHERE ${isDue} ORDER BY id LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
        )
        UPDATE ${table} r SET run = r.run + 1, touched_at = greatest(${startsAt ?? sql`NULL`}, ${at}::timestamptz)
        FROM due WHERE r.id = due.id RETURNING r.id, r.run, ${startsAt ?? sql`NULL::timestamptz`} AS starts_at`,
    );
    if (due.length === 0) return { isMore: false };
    try {
      await queue(kind, due);
    } catch (error) {
      await query(
        getPool(),
        sql`UPDATE ${table} SET touched_at = NULL WHERE id = ANY(${due.map(({ id }) => id)}) RETURNING 1`,
      );
      throw error;
    }
    return { isMore: due.length === AT_ONCE };
  }

  return { kind, step, handOn, handOver };
}

interface Bound {
  jobs: readonly LongJob[];
  queue: JobQueue | null;
}

const bound = processSingleton<Bound>("job-queue", () => ({ jobs: [], queue: null }));

/** For composition roots: rows that any process adds are then handed over from here; null ends it. */
export function bindJobQueue(jobs: readonly LongJob[], queue: JobQueue | null): void {
  Object.assign(bound, { jobs, queue });
  bindWork("jobs", queue && (() => handOverJobs({ now: now() })));
}

/**
 * Queues rows that are new or were lost, and gives up one that is lost after ten runs. Safe to run at any time and concurrently.
 */
export async function handOverJobs(input: { readonly now: Date }): Promise<Found> {
  const { jobs, queue } = bound;
  let isMore = false;
  for (const job of queue ? jobs : []) {
    if (queue && (await job.handOver(queue, input.now)).isMore) isMore = true;
  }
  return { isMore };
}
