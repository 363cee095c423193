import pg from "pg";
import { type DatabaseAddress, readDatabaseUrl } from "@/server/platform/database-url";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";
import { readPlace } from "./trust";

/** One host of several that does not answer must leave time for the next. */
const PROBED_WITHIN_MS = 2_000;

type Chosen = Promise<string>;

/** By the URL with all hosts: the one that was found last. */
const chosen = new Map<string, Chosen>();

/** What DATABASE_URL names; LISTEN, and locks that outlive a transaction, need a way past a pooler. */
export function databaseUrl(way: "pooled" | "direct" | "replica"): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = getEnv();
  const others = { pooled: undefined, direct: DATABASE_DIRECT_URL, replica: DATABASE_READ_URL };
  return others[way] ?? DATABASE_URL;
}

/** Connections behind which a pooler puts another one at each transaction. */
const changing = processSingleton("changing-connections", () => new WeakSet<pg.ClientBase>());

/** Nothing may be kept on it: neither settings nor statements. */
export function markChanging(client: pg.ClientBase): void {
  changing.add(client);
}

export function keepsSession(client: pg.ClientBase): boolean {
  return !changing.has(client);
}

function addressOf(url: string): DatabaseAddress {
  const address = readDatabaseUrl(url);
  if (!address) throw new Error("the database's URL was not checked");
  return address;
}

/** How to reach a database; its `Client` goes to the host that is to be talked to at that moment. */
export function connectionTo(url: string): { connectionString: string; Client: typeof pg.Client } {
  const address = addressOf(url);
  const [connectionString = url] = address.urls;
  return { connectionString, Client: address.urls.length > 1 ? clientOf(url, address) : pg.Client };
}

/** As whom a URL connects: its user, or else the one that the environment or the system names. */
export function roleOf(url: string): string {
  return new pg.Client(connectionTo(url).connectionString).user ?? "";
}

/** A connection of its own. The caller ends it. */
export function newClient(url: string, options: Omit<pg.ClientConfig, "connectionString">): pg.Client {
  const { connectionString, Client } = connectionTo(url);
  return new Client({ ...options, connectionString });
}

function clientOf(url: string, address: DatabaseAddress): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: (...result: never[]) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (!callback) return connecting;
      const settle = callback as (error: Error | null, client?: pg.Client) => void;
      connecting.then((client) => settle(null, client), settle);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const host = await findHost(url, address);
      const { host: name, port } = new pg.Client({ connectionString: host });
      Object.assign(this, { host: name, port });
      try {
        await super.connect();
        await requireWanted(this, address);
        return this;
      } catch (error) {
        // The next one looks for another.
        chosen.delete(url);
        throw error;
      }
    }
  };
}

/** Looks at all of them once, however many connections are wanted at that moment. */
function findHost(url: string, address: DatabaseAddress): Chosen {
  const known = chosen.get(url);
  if (known) return known;
  const finding = probeAll(address);
  chosen.set(url, finding);
  finding.catch(() => chosen.delete(url));
  return finding;
}

/** Picks the writable host with the latest timeline: after a failover the old primary may still be running. */
async function probeAll(address: DatabaseAddress): Promise<string> {
  const found = await Promise.allSettled(address.urls.map((url) => probe(url, address)));
  const wanted = found.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const [best, ...others] = wanted.sort((one, other) => other.timeline - one.timeline);
  if (best) {
    if (others.length > 0 && address.wanted !== "any") {
      getLogger().error(
        { hosts: wanted.map(({ url, timeline }) => `${new URL(url).host} on timeline ${timeline}`) },
        "several hosts of the database can be written to: fence all but one",
      );
    }
    return best.url;
  }
  throw found.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : [])).at(-1);
}

async function probe(url: string, address: DatabaseAddress): Promise<{ url: string; timeline: number }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PROBED_WITHIN_MS,
    query_timeout: PROBED_WITHIN_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await requireWanted(client, address);
    // A database that is only compatible with PostgreSQL may have none.
    const timeline = await readPlace(client).then(
      (place) => place.timeline,
      () => 0,
    );
    return { url, timeline };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function requireWanted(client: pg.Client, { wanted }: DatabaseAddress): Promise<void> {
  if (wanted === "any") return;
  const { rows } = await client.query("SELECT pg_is_in_recovery() AS is_standby");
  if (rows[0]?.is_standby) throw new UnavailableError("the database's host is a standby");
}
