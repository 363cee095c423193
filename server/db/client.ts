import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { type DatabaseAddress, readDatabaseUrl } from "@/server/platform/database-url";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";

/** Leaves time to try the other hosts when one doesn't answer. */
const PROBED_WITHIN_MS = 2_000;

type Chosen = Promise<string>;

/** The host last chosen, by the URL that lists all of them. */
const chosen = new Map<string, Chosen>();

/** The URL for a kind of connection. LISTEN and session locks need `direct`, which bypasses a pooler. */
export function databaseUrl(way: "pooled" | "direct" | "replica"): string {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = getEnv();
  const others = { pooled: undefined, direct: DATABASE_DIRECT_URL, replica: DATABASE_READ_URL };
  return others[way] ?? DATABASE_URL;
}

const changing = processSingleton("changing-connections", () => new WeakSet<pg.ClientBase>());

/** Marks a connection on which no session state may be kept: neither settings nor prepared statements. */
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

/** Connection options for a URL. If it lists several hosts, `Client` picks the right one when it connects. */
export function connectionTo(url: string): { connectionString: string; Client: typeof pg.Client } {
  const address = addressOf(url);
  const [connectionString = url] = address.urls;
  return { connectionString, Client: address.urls.length > 1 ? clientOf(url, address) : pg.Client };
}

/** The user that a URL connects as: its own, or the default from the environment. */
export function roleOf(url: string): string {
  return new pg.Client(connectionTo(url).connectionString).user ?? "";
}

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
        chosen.delete(url);
        throw error;
      }
    }
  };
}

/** Concurrent connections share one probe of the hosts. */
function findHost(url: string, address: DatabaseAddress): Chosen {
  const known = chosen.get(url);
  if (known) return known;
  const finding = probeAll(address);
  chosen.set(url, finding);
  finding.catch(() => chosen.delete(url));
  return finding;
}

/** Picks the writable host on the latest timeline: after a failover the old primary may still be running. */
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
    // A database that is merely PostgreSQL-compatible may not report one.
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

interface Place {
  readonly systemId: string;
  readonly timeline: number;
  readonly lsn: bigint;
}

/** The position of an acknowledged commit. Everything up to it must exist from then on. */
interface Beat {
  readonly at: Date;
  readonly lsn: bigint;
}

type Distrust = "database_is_another" | "database_is_older" | "database_lost_commits";

interface Memory {
  /** Position of the last commit seen by this process; null before the first. */
  seen: Place | null;
  beats: Beat[];
  distrust: { readonly reason: Distrust; readonly sentence: string } | null;
  /** Handles lost commits. Nothing is served until it has run and an operator has released the database. */
  onLost: ((lost: { readonly dataAt: Date }) => Promise<void>) | null;
  isMarked: boolean;
}

const BEATS = 300;

const remembered = () =>
  processSingleton<Memory>("database-trust", () => ({
    seen: null,
    beats: [],
    distrust: null,
    onLost: null,
    isMarked: false,
  }));

/** Code inside may use a distrusted database, to read and write its marks. */
const asOperator = new AsyncLocalStorage<true>();

const PLACE = `(SELECT system_identifier::text FROM pg_control_system()) AS "systemId",
  ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int AS timeline,
  (pg_current_wal_insert_lsn() - '0/0')::text AS lsn`;

type Row = { readonly systemId: string; readonly timeline: number; readonly lsn: string };

const toPlace = ({ lsn, ...row }: Row): Place => ({ ...row, lsn: BigInt(lsn) });

/** The position of a writable server. Throws if it returns none. */
export async function readPlace(client: pg.ClientBase): Promise<Place> {
  const { rows } = await client.query<Row>(`SELECT ${PLACE}`);
  if (!rows[0]) throw new Error("a database that is nowhere");
  return toPlace(rows[0]);
}

/**
 * Checks each new connection to the primary against the last acknowledged commit, in case of a failover. Throws
 * UnavailableError for another server or an older timeline (a returned old primary), so that the caller tries another host. A
 * server that lacks acknowledged commits is marked as such until an operator releases it.
 */
export async function requireTrusted(client: pg.ClientBase): Promise<void> {
  const memory = remembered();
  const { seen } = memory;
  if (!seen) return;
  const place = await readPlace(client);
  if (place.systemId !== seen.systemId) {
    throw distrusted(
      "database_is_another",
      `The database's server is another one than before (${place.systemId}, not ${seen.systemId}).`,
    );
  }
  if (place.timeline < seen.timeline) {
    throw distrusted(
      "database_is_older",
      `The database's server is on timeline ${place.timeline}, and commits were answered on ${seen.timeline}: it is the primary of before.`,
    );
  }
  if (place.lsn < seen.lsn) await noteLoss(place, seen);
  else if (memory.distrust && memory.distrust.reason !== "database_lost_commits") memory.distrust = null;
}

function distrusted(reason: Distrust, sentence: string): UnavailableError {
  const memory = remembered();
  if (memory.distrust?.reason !== reason) getLogger().error({ reason }, sentence);
  if (memory.distrust?.reason !== "database_lost_commits") memory.distrust = { reason, sentence };
  return new UnavailableError(sentence);
}

/** Marks the database only once, so that a release by an operator isn't overwritten. */
async function noteLoss(place: Place, seen: Place): Promise<void> {
  const memory = remembered();
  const kept = memory.beats.filter(({ lsn }) => lsn <= place.lsn);
  const dataAt = kept.at(-1)?.at ?? memory.beats[0]?.at ?? new Date(0);
  const sentence =
    `The database lost commits that were answered: it has been written less far (${place.lsn}) than before (${seen.lsn}), ` +
    `and holds nothing later than about ${dataAt.toISOString()}. It is marked as restored: see docs/backup.md.`;
  if (memory.distrust?.reason !== "database_lost_commits")
    getLogger().error({ reason: "database_lost_commits" }, sentence);
  memory.distrust = { reason: "database_lost_commits", sentence };
  memory.seen = place;
  memory.beats = kept;
  if (memory.isMarked) return;
  memory.isMarked = true;
  void asOperator
    .run(true, () => memory.onLost?.({ dataAt }) ?? Promise.resolve())
    .catch((error: unknown) => {
      memory.isMarked = false;
      getLogger().error({ reason: String(error) }, "the database could not be marked as restored");
    });
}

/** Why the database may not be used, or null if it is trusted. */
export function findDistrust(): Memory["distrust"] {
  return asOperator.getStore() ? null : remembered().distrust;
}

/** Throws UnavailableError while lost commits wait for an operator's decision. */
export function requireTrust(): void {
  const distrust = findDistrust();
  if (distrust?.reason === "database_lost_commits") throw new UnavailableError(distrust.sentence);
}

export function bindLossOfCommits(onLost: NonNullable<Memory["onLost"]>): void {
  remembered().onLost = onLost;
}

/**
 * Commits a small message and remembers the log position before it. Once that commit is acknowledged, everything up to there is
 * durable, on synchronous standbys as well.
 */
export async function beat(pool: pg.Pool, now: Date): Promise<void> {
  const memory = remembered();
  const { rows } = await pool.query<Row>(`SELECT ${PLACE}, pg_logical_emit_message(true, 'closed-loop', '')`);
  if (!rows[0]) return;
  const place = toPlace(rows[0]);
  if (memory.seen && place.systemId === memory.seen.systemId && place.timeline < memory.seen.timeline) return;
  memory.seen = place;
  memory.beats = [...memory.beats.slice(1 - BEATS), { at: now, lsn: place.lsn }];
}

export async function checkForRelease(isReleased: () => Promise<boolean>): Promise<void> {
  const memory = remembered();
  if (memory.distrust?.reason !== "database_lost_commits" || !memory.isMarked) return;
  if (!(await asOperator.run(true, isReleased))) return;
  memory.distrust = null;
  memory.isMarked = false;
  getLogger().warn("the database is released: it is served again");
}
