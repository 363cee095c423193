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

/** Asks again and again rather than sleeping: each question is a round trip. */
async function waitForBlocked(statements: number): Promise<void> {
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { rowCount } = await getPool().query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rowCount !== null && rowCount >= statements) return;
  }
  throw new Error("no statement waits for the uncommitted change");
}
