import type { PoolClient } from "pg";
import { finishAnnouncements } from "./announce";
import { isOfStandby, translateError } from "./errors";
import { getPrimaryPool } from "./pool";

/** Commits what `work` did on its connection, or nothing. `work` must not take another connection from the pool. */
export async function inTransaction<T>(work: (db: PoolClient) => Promise<T>): Promise<T> {
  const client = await getPrimaryPool().connect().catch(translateError);
  try {
    await client.query("BEGIN").catch(translateError);
    const result = await work(client);
    // If the connection is lost here, it's unknown whether the commit happened; a repeat with the same idempotency key finds
    // out.
    await client.query("COMMIT").catch(translateError);
    finishAnnouncements(client, true);
    client.release();
    return result;
  } catch (error) {
    finishAnnouncements(client, false);
    // A connection that can't roll back is broken, and one to a standby is useless: neither returns to the pool.
    const rollback = await client.query("ROLLBACK").catch((failure: Error) => failure);
    client.release(rollback instanceof Error || isOfStandby(error));
    throw error;
  }
}
