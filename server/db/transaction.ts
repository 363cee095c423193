import type { PoolClient } from "pg";
import { finishAnnouncements } from "./announce";
import { isOfStandby, translateError } from "./errors";
import { getPrimaryPool } from "./pool";

/** Commits what `work` did on its connection, or none of it. `work` must ask the pool for no other connection. */
export async function inTransaction<T>(work: (db: PoolClient) => Promise<T>): Promise<T> {
  const client = await getPrimaryPool().connect().catch(translateError);
  try {
    await client.query("BEGIN").catch(translateError);
    const result = await work(client);
    // A connection that is lost here leaves it open whether the work was done; a repeat under the same key finds out.
    await client.query("COMMIT").catch(translateError);
    finishAnnouncements(client, true);
    client.release();
    return result;
  } catch (error) {
    finishAnnouncements(client, false);
    // A connection that cannot even roll back is broken, and one to a standby is of no use: neither goes back to the pool.
    const rollback = await client.query("ROLLBACK").catch((failure: Error) => failure);
    client.release(rollback instanceof Error || isOfStandby(error));
    throw error;
  }
}
