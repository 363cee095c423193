import { newRecordId } from "@/server/platform/ids";
import type { Table } from "../insert-rows";
import { getPool } from "../pool";
import { query } from "../query";
import { raw, type Sql, sql } from "../sql";

/** Rows of a table that go some time after they were made. Their ids are record ids, which sort by that time. */
export interface Forgettable {
  readonly table: Table;
  /** A condition on rows that are old enough; `r` is the row. */
  readonly if: Sql;
}

const BATCH = 1_000;
const MAX_BATCHES = 200;

/**
 * Deletes what was made before, oldest first, at most 200,000 rows in statements of 1,000: what is left goes with the next
 * run. Reads by the primary key, so that a table with nothing to forget costs nothing. Safe to run by several at once.
 * Returns how many went.
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

/** When the oldest row was made; null: there is none. */
export async function findOldest(table: Table, column: string): Promise<Date | null> {
  const [row] = await query<{ at: Date }>(
    getPool(),
    sql`SELECT ${raw(column)} AS at FROM ${raw(table)} ORDER BY id LIMIT 1`,
  );
  return row?.at ?? null;
}
