import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { processSingleton } from "@/server/platform/singleton";
import { bindWork, type Found, type Work, wake } from "./wake";

/** Rows `r` for a background function, with `id`, `run`, `touched_at`, `created_at`, and `finished_at`. */
interface Runs<Due> {
  readonly work: Work;
  readonly update: Sql;
  readonly from: Sql;
  /** SQL: columns of a due row, for the queue. */
  readonly due: Sql;
  readonly idOf: (due: Due) => string;
  /** SQL: further assignments for a row that is given up. */
  readonly givenUp?: Sql;
  /** SQL: `touched_at` of a row that is handed over; defaults to now. */
  readonly touchedAt?: (now: Date) => Sql;
}

/** Starts a run for each row, which works through it to its end. */
export type RunQueue<Due> = (due: readonly Due[]) => Promise<void>;

const AT_ONCE = 50;
/** A row untouched for this long was lost with its process. */
const PATIENCE_MS = 5 * 60_000;
const MAX_RUNS = 10;

/**
 * `bind` is for composition roots: rows that any process adds are then handed over from here; null ends it. `handOver` queues
 * rows that are new or were lost, and gives up one that is lost after ten runs. Safe to run at any time and concurrently.
 * `handOn` lets another run go on with a row at once.
 */
export function defineRunQueue<Due>({ work, update, from, due: columns, idOf, givenUp, touchedAt }: Runs<Due>) {
  const bound = processSingleton<{ queue: RunQueue<Due> | null }>(`${work}-queue`, () => ({ queue: null }));

  async function handOver(input: { readonly now: Date }): Promise<Found> {
    const { queue } = bound;
    if (!queue) return { isMore: false };
    const lostAt = new Date(input.now.getTime() - PATIENCE_MS);
    const isDue = sql`finished_at IS NULL AND (touched_at IS NULL OR touched_at < ${lostAt})`;
    await query(
      getPool(),
      sql`${update} SET finished_at = ${input.now}${givenUp ? sql`, ${givenUp}` : sql``}
        WHERE ${isDue} AND touched_at IS NOT NULL AND run >= ${MAX_RUNS}::integer RETURNING 1`,
    );
    const due = await query<Due & object>(
      getPool(),
      sql`WITH due AS (
          SELECT r.id ${from} WHERE ${isDue} ORDER BY created_at LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
        )
        ${update} SET run = r.run + 1, touched_at = ${touchedAt?.(input.now) ?? sql`${input.now}`}
        FROM due WHERE r.id = due.id RETURNING ${columns}`,
    );
    if (due.length === 0) return { isMore: false };
    try {
      await queue(due);
    } catch (error) {
      await query(getPool(), sql`${update} SET touched_at = NULL WHERE r.id = ANY(${due.map(idOf)}) RETURNING 1`);
      throw error;
    }
    return { isMore: due.length === AT_ONCE };
  }

  async function handOn(due: Due & { readonly run: number }): Promise<void> {
    await query(
      getPool(),
      sql`${update} SET touched_at = NULL
        WHERE r.id = ${idOf(due)} AND r.run = ${due.run}::integer AND r.finished_at IS NULL RETURNING 1`,
    );
    wake(work);
  }

  function bind(queue: RunQueue<Due> | null): void {
    bound.queue = queue;
    bindWork(work, queue && (() => handOver({ now: now() })));
  }

  return { bind, handOver, handOn };
}
