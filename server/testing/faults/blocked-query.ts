import { getPool } from "@/server/db/pool";

const MAX_POLLS = 100_000;

/** Not `object`: commits that notify wait for each other in the whole cluster, so another test's would count too. */
export const LOCK_WAITS = `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock' AND wait_event IN ('transactionid', 'tuple', 'relation', 'advisory')`;

/**
 * Forces the outcome of a race: changes rows in an open transaction, starts `work`, and commits once this many of its
 * queries wait for those rows. So the work decides before the change and writes after it.
 */
export async function whileUncommitted<T>(
  change: { readonly text: string; readonly values: readonly unknown[] },
  work: () => Promise<T>,
  queries = 1,
): Promise<T> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN");
    await client.query(change.text, [...change.values]);
    const result = work();
    await waitForBlocked(queries);
    await client.query("COMMIT");
    return await result;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/**
 * Pauses work in its own transaction at a query that waits for `stop`, which runs in another, so the work has read and
 * decided. `meanwhile` finishes before the work continues. `stop` is rolled back.
 */
export async function whileStopped<T>(
  stop: { readonly text: string; readonly values: readonly unknown[] },
  work: () => Promise<T>,
  meanwhile: () => Promise<unknown>,
): Promise<T> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN");
    await client.query(stop.text, [...stop.values]);
    let hasEnded = false;
    const result = work().finally(() => {
      hasEnded = true;
    });
    await Promise.race([result, waitForBlocked(1, { isInTransaction: true, isOver: () => hasEnded })]);
    if (hasEnded) throw new Error(`nothing stopped the work: ${JSON.stringify(await result)}`);
    await meanwhile();
    await client.query("ROLLBACK");
    return await result;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** Polls without sleeping, since each query is a round trip. */
export async function waitForBlocked(
  queries: number,
  { isInTransaction = false, isOver = () => false }: { isInTransaction?: boolean; isOver?: () => boolean } = {},
): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS && !isOver(); poll += 1) {
    const { rowCount } = await getPool().query(`${LOCK_WAITS} AND (NOT $1 OR xact_start < query_start)`, [
      isInTransaction,
    ]);
    if (rowCount !== null && rowCount >= queries) return;
  }
  if (!isOver()) throw new Error("no query waits for the uncommitted change");
}
