import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { watchPool } from "@/server/platform/metrics";
import { findPlane, type Plane } from "@/server/platform/planes";
import { findSingleton, processSingleton } from "@/server/platform/singleton";
import { connectionTo, databaseUrl, markChanging, requireTrust, requireTrusted } from "./client";
import { type Session, settingsOfSession } from "./session-settings";

const QUERY_TIMEOUT_MS = 20_000;

const SINGLETONS = { primary: "pg-pool", replica: "pg-pool-of-replica" };

/** Milliseconds to wait for a connection. If the replica has none, the primary answers. */
const WAITS_MS = { primary: 5_000, replica: 1_000 };

/** Refuses connections to a database that lost acknowledged commits. */
class TrustedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void;
  override connect(callback?: (...result: never[]) => void): Promise<pg.PoolClient> | undefined {
    try {
      requireTrust();
    } catch (error) {
      if (!callback) return Promise.reject(error);
      (callback as (error: unknown) => void)(error);
      return undefined;
    }
    if (!callback) return super.connect();
    super.connect(callback as Parameters<pg.Pool["connect"]>[0]);
    return undefined;
  }
}

function openPool(name: keyof typeof WAITS_MS, max: number, session: Session): pg.Pool {
  const pool = new TrustedPool({
    ...connectionTo(databaseUrl(name === "replica" ? "replica" : "pooled")),
    max,
    application_name: "closed-loop",
    connectionTimeoutMillis: WAITS_MS[name],
    idleTimeoutMillis: 60_000,
    // Our own limit, for a database that no longer responds.
    query_timeout: QUERY_TIMEOUT_MS,
    onConnect: async (client) => {
      await begin(client, session);
      if (name === "primary") await requireTrusted(client);
    },
  });
  // The pool listens to idle connections only. A lent one that breaks fails its query as well, but without a listener would
  // crash the process.
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
  });
  // The pool replaces a broken idle connection; without a listener it would crash the process.
  pool.on("error", (error) =>
    getLogger().warn({ error: error.message }, "idle database connection lost: the next query opens another"),
  );
  watchPool(name, pool);
  return pool;
}

/** Runs before anything else on a new connection. Behind a pooler, the role's defaults apply instead. */
async function begin(client: pg.ClientBase, session: Session): Promise<void> {
  if (getEnv().DATABASE_PREPARE === "0") markChanging(client);
  else await client.query(settingsOfSession(session));
}

/** The pool for page reads, if `DATABASE_READ_URL` names a replica. Not counted in `DATABASE_POOL_SIZE`. */
export function poolOfReplica(): pg.Pool {
  return processSingleton(SINGLETONS.replica, () => openPool("replica", getEnv().PAGE_READS, { looksUp: false }));
}

export function isReplica(pool: pg.Pool): boolean {
  return getEnv().DATABASE_READ_URL !== undefined && pool === poolOfReplica();
}

/** The pool that the current request reads from. Money code uses it directly, other code through Prisma. */
export function getPool(): pg.Pool {
  return isReadingFromReplica() ? poolOfReplica() : getPrimaryPool();
}

/** The primary's pool. For the pages plane, which counts and lists, the planner may use sequential scans. */
export function getPrimaryPool(): pg.Pool {
  return processSingleton(SINGLETONS.primary, () =>
    openPool("primary", sizeOf(findPlane()), { looksUp: findPlane() !== "pages" }),
  );
}

/** The pages plane needs few connections besides its reads, and the work plane few at all, since it works in batches. */
function sizeOf(plane: Plane | null): number {
  const { DATABASE_POOL_SIZE: most, PAGE_READS } = getEnv();
  if (plane === "pages") return Math.min(most, 4) + PAGE_READS;
  return plane === "work" ? Math.min(most, 8) : most;
}

export async function closePool(): Promise<void> {
  for (const name of Object.values(SINGLETONS)) {
    const pool = findSingleton<pg.Pool>(name);
    // `end` resolves before the sockets close; a database that stops right after would be reported as lost.
    pool?.removeAllListeners("error").on("error", () => undefined);
    await pool?.end();
  }
}

const current = new AsyncLocalStorage<boolean>();

export function onReplica<T>(read: () => Promise<T>): Promise<T> {
  return current.run(true, read);
}

/**
 * Runs shared work for several requests on the primary, even if a page that reads from the replica asked first. Otherwise
 * avoids `run`: before Node 24 its first use makes every later promise of the process slower.
 */
export function onPrimary<T>(work: () => Promise<T>): Promise<T> {
  return isReadingFromReplica() ? current.run(false, work) : work();
}

export function isReadingFromReplica(): boolean {
  return current.getStore() ?? false;
}
