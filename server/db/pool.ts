import pg from "pg";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";

const QUERY_TIMEOUT_MS = 20_000;

/** Whatever the server's defaults are: the guards of our statements are made for READ COMMITTED. */
const SESSION_SETTINGS = [
  "statement_timeout=15000",
  "idle_in_transaction_session_timeout=15000",
  "timezone=UTC",
  // A page that counts much may not take a core for each of its workers while a till waits for one.
  "max_parallel_workers_per_gather=0",
  // Plans are made once for a connection, by what tables held then: one that was small is still read as a whole when it has
  // grown. What is asked for by a key is looked up by its index, however few rows there are.
  "enable_seqscan=off",
  "random_page_cost=1.1",
  // Compiling takes longer than any statement of ours.
  "jit=off",
  "default_transaction_isolation=read\\ committed",
]
  .map((setting) => `-c ${setting}`)
  .join(" ");

/**
 * The one pool of the process. The money path talks to it directly, Prisma through its adapter, so that
 * `DATABASE_POOL_SIZE` really is what a process may hold.
 */
export function getPool(): pg.Pool {
  return processSingleton("pg-pool", () => {
    const pool = new pg.Pool({
      connectionString: getEnv().DATABASE_URL,
      max: getEnv().DATABASE_POOL_SIZE,
      application_name: "closed-loop",
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      // A statement that runs longer than this is a fault; it must not hold locks that others wait for.
      // The same from our side, for a database that does not even answer that much.
      query_timeout: QUERY_TIMEOUT_MS,
      options: SESSION_SETTINGS,
    });
    // The pool listens to idle connections only. One that breaks while it is lent out fails its query as well; without a
    // listener of its own it would end the process.
    pool.on("connect", (client) => {
      client.on("error", () => undefined);
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on("error", (error) => getLogger().warn({ error: error.message }, "idle database connection lost"));
    return pool;
  });
}

export async function closePool(): Promise<void> {
  const pool = getPool();
  // `end` resolves before the sockets are closed: a database that stops right after would be reported as lost.
  pool.removeAllListeners("error").on("error", () => undefined);
  await pool.end();
}
