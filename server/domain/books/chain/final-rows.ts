import { setTimeout as sleep } from "node:timers/promises";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";

const POLL_MS = 100;

/** No further row can appear up to these numbers. */
export interface FinalRows {
  readonly entry: bigint;
  readonly audit: bigint;
}

/**
 * A row gets its number before its transaction commits, so a smaller number may appear after a larger one. But a transaction
 * that has drawn a number holds a lock on the table until it ends: once all current writers have ended, nothing can appear
 * below what was there. (`CREATE INDEX CONCURRENTLY` waits the same way; nobody waits for us.) Null if a writer took longer
 * than `patienceMs`; ask again.
 */
export async function findFinalRows(patienceMs: number): Promise<FinalRows | null> {
  const [largest] = await query<{ entry: bigint; audit: bigint }>(
    getPool(),
    sql`SELECT coalesce((SELECT max(id) FROM entries), 0) AS entry,
      coalesce((SELECT max(number) FROM audit_records), 0) AS audit`,
  );
  if (!largest) throw new Error("a SELECT without a row");
  let writers = await listWriters();
  for (let waited = 0; writers.length > 0; waited += POLL_MS) {
    if (waited >= patienceMs) return null;
    await sleep(POLL_MS);
    const still = new Set(await listWriters());
    writers = writers.filter((writer) => still.has(writer));
  }
  return largest;
}

/** Transactions that have written to one of the tables, or are about to. Names are never reused. */
async function listWriters(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    getPool(),
    sql`SELECT DISTINCT virtualtransaction AS name FROM pg_locks
      WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND relation IN ('entries'::regclass, 'audit_records'::regclass)`,
  );
  return rows.map(({ name }) => name);
}
