import { getPool } from "@/server/db/pool";

const MAX_POLLS = 100_000;

/**
 * Makes a race come out one way: changes rows in a transaction that stays open, starts `work`, and commits once a
 * statement of the work waits for those rows, or so many. So the work has read and decided before the change, and writes
 * after it.
 */
export async function whileUncommitted<T>(
  change: { readonly text: string; readonly values: readonly unknown[] },
  work: () => Promise<T>,
  statements = 1,
): Promise<T> {
  const client = await getPool().connect();
  try {
    await client.query("BEGIN");
    await client.query(change.text, [...change.values]);
    const result = work();
    await waitForBlocked(statements);
    await client.query("COMMIT");
    return await result;
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/**
 * Stops work in a transaction of its own, where a statement waits for what `stop` does in another: so the work has read and
 * decided. What happens `meanwhile` is over when the work goes on. Nothing of `stop` stays.
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

/** Asks again and again rather than sleeping: each question is a round trip. */
export async function waitForBlocked(
  statements: number,
  { isInTransaction = false, isOver = () => false }: { isInTransaction?: boolean; isOver?: () => boolean } = {},
): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS && !isOver(); poll += 1) {
    const { rowCount } = await getPool().query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND (NOT $1 OR xact_start < query_start)`,
      [isInTransaction],
    );
    if (rowCount !== null && rowCount >= statements) return;
  }
  if (!isOver()) throw new Error("no statement waits for the uncommitted change");
}
