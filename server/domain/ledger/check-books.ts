import { performance } from "node:perf_hooks";
import { getPool } from "@/server/db/pool";
import type { Connection } from "@/server/db/query";
import { CHECKED_TABLES, CHECKS, type CheckedTable } from "./book-checks";

export const MAX_BREACHES = 20;
const TIMEOUT_MS = 600_000;

export interface CheckResult {
  readonly name: string;
  readonly about: (typeof CHECKS)[number]["about"] | "block";
  readonly durationMs: number;
  readonly looksAt: readonly { readonly table: string; readonly rows: number }[];
  /** At most 20. `offByMinor` is 0 if the breach isn't about an amount; `says` may then explain it. */
  readonly breaches: readonly { readonly record: string; readonly offByMinor: bigint; readonly says?: string }[];
}

/** Reads one snapshot of the database while traffic goes on. Writes nothing. */
export async function checkBooks(): Promise<CheckResult[]> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    // Sequential scans; no nested loops, which the planner thinks cheap with stale statistics, but which take minutes.
    await client.query(
      `SET LOCAL statement_timeout = ${TIMEOUT_MS}; SET LOCAL enable_seqscan = on; SET LOCAL enable_nestloop = off`,
    );
    const counts = await countRows(client);
    const results: CheckResult[] = [];
    for (const { name, about, looksAt, breaches } of CHECKS) {
      const startedAt = performance.now();
      const rows = await slowly<{ record: string; off_by_minor: string }>(client, `${breaches} LIMIT ${MAX_BREACHES}`);
      results.push({
        name,
        about,
        durationMs: Math.round(performance.now() - startedAt),
        looksAt: looksAt.map((table) => ({ table, rows: counts[table] })),
        breaches: rows.map((row) => ({ record: row.record, offByMinor: BigInt(row.off_by_minor) })),
      });
    }
    return results;
  } finally {
    await client.query("ROLLBACK").catch(() => undefined);
    client.release();
  }
}

/** With a longer timeout than requests have: it reads all of the books. */
async function slowly<Row extends object>(client: Connection, text: string): Promise<Row[]> {
  const slow = { text, query_timeout: TIMEOUT_MS };
  return (await client.query<Row>(slow)).rows;
}

async function countRows(client: Connection): Promise<Record<CheckedTable, number>> {
  const counts = CHECKED_TABLES.map((table) => `(SELECT count(*)::float8 FROM ${table}) AS ${table}`);
  const [row] = await slowly<Record<CheckedTable, number>>(client, `SELECT ${counts.join(", ")}`);
  if (!row) throw new Error("a count without a row");
  return row;
}
