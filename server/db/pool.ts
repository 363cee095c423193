import pg from "pg";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { isReadForPage } from "@/server/platform/page-reads";
import { processSingleton } from "@/server/platform/singleton";

const QUERY_TIMEOUT_MS = 20_000;

/** How long something waits for a connection: a request not as long as a page, of which many wait for few. */
const WAITS_MS = { request: 5_000, page: QUERY_TIMEOUT_MS };

/** Whatever the server's defaults are: the guards of our statements are made for READ COMMITTED. */
const SESSION_SETTINGS = [
  "statement_timeout=15000",
  "idle_in_transaction_session_timeout=15000",
  "timezone=UTC",
  // A page that counts much may not take a core for each of its workers while a till waits for one.
  "max_parallel_workers_per_gather=0",
  "default_transaction_isolation=read\\ committed",
  "random_page_cost=1.1",
  // Compiling takes longer than any statement of ours.
  "jit=off",
];

/**
 * Plans are made once for a connection, by what tables held then: one that was small is still read as a whole when it has
 * grown. What is asked for by a key is looked up by its index, however few rows there are.
 */
const LOOKS_UP = "enable_seqscan=off";

function openPool(max: number, waitsMs: number, settings: readonly string[]): pg.Pool {
  const pool = new pg.Pool({
    connectionString: getEnv().DATABASE_URL,
    max,
    application_name: "closed-loop",
    connectionTimeoutMillis: waitsMs,
    idleTimeoutMillis: 60_000,
    // A statement that runs longer than this is a fault; it must not hold locks that others wait for.
    // The same from our side, for a database that does not even answer that much.
    query_timeout: QUERY_TIMEOUT_MS,
    options: settings.map((setting) => `-c ${setting}`).join(" "),
  });
  // The pool listens to idle connections only. One that breaks while it is lent out fails its query as well; without a
  // listener of its own it would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => getLogger().warn({ error: error.message }, "idle database connection lost"));
  return pool;
}

/** Both together hold as many as `DATABASE_POOL_SIZE` says. */
function poolOfPages(): pg.Pool {
  return processSingleton("pg-pool-of-pages", () => openPool(sizeForPages(), WAITS_MS.page, SESSION_SETTINGS));
}

function sizeForPages(): number {
  const { DATABASE_POOL_SIZE, PAGE_READS } = getEnv();
  return Math.min(PAGE_READS, DATABASE_POOL_SIZE - 1);
}

/** The pool of whoever asks. The money path talks to it directly, Prisma through its adapter. */
export function getPool(): pg.Pool {
  return isReadForPage() ? poolOfPages() : getCommonPool();
}

/** The pool of all but what pages read. */
export function getCommonPool(): pg.Pool {
  return processSingleton("pg-pool", () =>
    openPool(getEnv().DATABASE_POOL_SIZE - sizeForPages(), WAITS_MS.request, [...SESSION_SETTINGS, LOOKS_UP]),
  );
}

export async function closePool(): Promise<void> {
  for (const pool of [getCommonPool(), poolOfPages()]) {
    // `end` resolves before the sockets are closed: a database that stops right after would be reported as lost.
    pool.removeAllListeners("error").on("error", () => undefined);
    await pool.end();
  }
}
