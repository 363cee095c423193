import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";

/** Beyond this, a count says little and costs much. */
export const MAX_COUNTED = 10_000;

export interface Total {
  readonly count: number;
  readonly isMore: boolean;
}

export function totalOf(found: number): Total {
  return { count: Math.min(found, MAX_COUNTED), isMore: found > MAX_COUNTED };
}

/** Counts up to MAX_COUNTED rows of a FROM and a WHERE. */
export async function countRows(rows: Sql): Promise<Total> {
  const [row] = await query<{ found: number }>(
    getPool(),
    sql`SELECT count(*)::int AS found FROM (SELECT 1 ${rows} LIMIT ${MAX_COUNTED + 1}) counted`,
  );
  return totalOf(row?.found ?? 0);
}
