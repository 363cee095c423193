import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { bindWork, type Found } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";
import { processSingleton } from "@/server/platform/singleton";

/** A report that something is to make: the number of its run, and when it may begin. */
interface DueReportFile {
  readonly fileId: string;
  readonly run: number;
  readonly beginsAt: Date;
}

/** Calls `advanceReportFile` for each until there is no more to do. */
export type ReportQueue = (files: readonly DueReportFile[]) => Promise<void>;

const bound = processSingleton<{ queue: ReportQueue | null }>("report-queue", () => ({ queue: null }));

const AT_ONCE = 50;
/** One that has come no further for so long was lost with a process. */
const PATIENCE_MS = 5 * 60_000;
const MAX_RUNS = 10;

/** For composition roots: reports that are asked for in any process are handed over from here. Null ends it. */
export function bindReportQueue(queue: ReportQueue | null): void {
  bound.queue = queue;
  bindWork("reports", queue && (() => handOverReportFiles({ now: now() })));
}

/**
 * Gives reports that were asked for, or were lost on their way, to the queue, each under the number of a new run. One that was
 * lost ten times has failed. Safe to run at any time and by several at once.
 */
export async function handOverReportFiles(input: { readonly now: Date }): Promise<Found> {
  const { queue } = bound;
  if (!queue) return { isMore: false };
  const lostAt = new Date(input.now.getTime() - PATIENCE_MS);
  const isDue = sql`finished_at IS NULL AND (touched_at IS NULL OR touched_at < ${lostAt})`;
  await query(
    getPool(),
    sql`UPDATE report_files SET state = 'failed', slot = NULL, finished_at = ${input.now}
      WHERE ${isDue} AND run >= ${MAX_RUNS}::integer RETURNING 1`,
  );
  const due = await query<DueReportFile>(
    getPool(),
    sql`WITH due AS (
        SELECT id FROM report_files WHERE ${isDue} ORDER BY created_at LIMIT ${AT_ONCE} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE report_files f SET run = f.run + 1, touched_at = greatest(f.begins_at, ${input.now})
      FROM due WHERE f.id = due.id RETURNING f.id AS file_id, f.run, f.begins_at`,
  );
  if (due.length === 0) return { isMore: false };
  try {
    await queue(due);
  } catch (error) {
    const ids = due.map(({ fileId }) => fileId);
    await query(getPool(), sql`UPDATE report_files SET touched_at = NULL WHERE id = ANY(${ids}) RETURNING 1`);
    throw error;
  }
  return { isMore: due.length === AT_ONCE };
}
