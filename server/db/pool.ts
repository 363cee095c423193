import pg from "pg";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { watchPool } from "@/server/platform/metrics";
import { findPageRead } from "@/server/platform/page-reads";
import { findPlane } from "@/server/platform/planes";
import { findSingleton, processSingleton } from "@/server/platform/singleton";
import { connectionTo, databaseUrl, markChanging } from "./client";
import { type Session, settingsOfSession } from "./session-settings";

const QUERY_TIMEOUT_MS = 20_000;

const SINGLETONS = { common: "pg-pool", page: "pg-pool-of-pages", replica: "pg-pool-of-replica" };

/**
 * How long something waits for a connection: a request not as long as a page, of which many wait for few. Where a replica
 * has none, the primary answers.
 */
const WAITS_MS = { request: 5_000, page: QUERY_TIMEOUT_MS, replica: 1_000 };

function openPool(name: keyof typeof WAITS_MS, max: number, session: Session): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(databaseUrl(name === "replica" ? "replica" : "pooled")),
    max,
    application_name: "closed-loop",
    connectionTimeoutMillis: WAITS_MS[name],
    idleTimeoutMillis: 60_000,
    // Our own limit, for a database that no longer answers at all.
    query_timeout: QUERY_TIMEOUT_MS,
    onConnect: (client) => begin(client, session),
  });
  // The pool listens to idle connections only. One that breaks while it is lent out fails its query as well; without a
  // listener of its own it would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => getLogger().warn({ error: error.message }, "idle database connection lost"));
  watchPool(name, pool);
  return pool;
}

/** Before anything else is asked on a new connection. Where a pooler stands between, it is the role that has the settings. */
async function begin(client: pg.ClientBase, session: Session): Promise<void> {
  if (getEnv().DATABASE_PREPARE === "0") markChanging(client);
  else await client.query(settingsOfSession(session));
}

/** Both together hold as many as `DATABASE_POOL_SIZE` says. */
function poolOfPages(): pg.Pool {
  return processSingleton(SINGLETONS.page, () => openPool("page", sizeForPages(), { looksUp: false }));
}

/** What pages read, where `DATABASE_READ_URL` names a replica. Beside what `DATABASE_POOL_SIZE` says. */
export function poolOfReplica(): pg.Pool {
  return processSingleton(SINGLETONS.replica, () => openPool("replica", getEnv().PAGE_READS, { looksUp: false }));
}

export function isReplica(pool: pg.Pool): boolean {
  return getEnv().DATABASE_READ_URL !== undefined && pool === poolOfReplica();
}

function sizeForPages(): number {
  const { DATABASE_POOL_SIZE, PAGE_READS } = getEnv();
  return Math.min(PAGE_READS, DATABASE_POOL_SIZE - 1);
}

/** The pool of whoever asks. The money path talks to it directly, Prisma through its adapter. */
export function getPool(): pg.Pool {
  return findPageRead() === "replica" ? poolOfReplica() : getPrimaryPool();
}

/** The same, of the database that is written to. */
export function getPrimaryPool(): pg.Pool {
  return findPageRead() === null ? getCommonPool() : poolOfPages();
}

/** What the planes beside payments need at most: a page's writes are few, and background work goes in batches. */
const FOR_PAGES_AND_WORK = { pages: 4, work: 8 };

function sizeForRequests(): number {
  const { DATABASE_POOL_SIZE } = getEnv();
  const plane = findPlane();
  if (plane === null) return DATABASE_POOL_SIZE - sizeForPages();
  return plane === "payments" ? DATABASE_POOL_SIZE : Math.min(DATABASE_POOL_SIZE, FOR_PAGES_AND_WORK[plane]);
}

/** The pool of all but what pages read. */
export function getCommonPool(): pg.Pool {
  return processSingleton(SINGLETONS.common, () => openPool("request", sizeForRequests(), { looksUp: true }));
}

/** Those that were opened. */
export async function closePool(): Promise<void> {
  for (const name of Object.values(SINGLETONS)) {
    const pool = findSingleton<pg.Pool>(name);
    // `end` resolves before the sockets are closed: a database that stops right after would be reported as lost.
    pool?.removeAllListeners("error").on("error", () => undefined);
    await pool?.end();
  }
}
