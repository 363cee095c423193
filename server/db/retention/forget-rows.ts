import { newRecordId } from "@/server/platform/ids";
import type { Table } from "../insert-rows";
import { getPool } from "../pool";
import { query } from "../query";
import { raw, type Sql, sql } from "../sql";

/** Rows that are deleted some time after their creation. Their record ids sort by that time. */
export interface Forgettable {
  readonly table: Table;
  /** Condition for deletion; `r` is the row. */
  readonly if: Sql;
}

const BATCH = 1_000;
const MAX_BATCHES = 200;

/**
 * Deletes rows created before a time, oldest first, up to 200,000 per run in queries of 1,000; the next run continues. Scans
 * the primary key, so that a table with nothing to delete costs nothing. Safe to run concurrently. Returns the number of rows
 * deleted.
 */
export async function forgetRows({ table, if: condition }: Forgettable, before: Date): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const rows = await query(
      getPool(),
      sql`DELETE FROM ${raw(table)} WHERE id IN (SELECT r.id FROM ${raw(table)} r
        WHERE r.id < ${newRecordId(before)} AND r.created_at < ${before} AND ${condition}
        ORDER BY r.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING 1`,
    );
    removed += rows.length;
    if (rows.length < BATCH) break;
  }
  return removed;
}

export async function findOldest(table: Table, column: string): Promise<Date | null> {
  const [row] = await query<{ at: Date }>(
    getPool(),
    sql`SELECT ${raw(column)} AS at FROM ${raw(table)} ORDER BY id LIMIT 1`,
  );
  return row?.at ?? null;
}
