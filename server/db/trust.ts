import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { UnavailableError } from "@/server/platform/unavailable";

/** Which server a connection leads to, and how far it has been written. */
interface Place {
  readonly systemId: string;
  readonly timeline: number;
  readonly lsn: bigint;
}

/** A commit that was answered, so that everything up to its place has to be there from then on. */
interface Beat {
  readonly at: Date;
  readonly lsn: bigint;
}

type Distrust = "database_is_another" | "database_is_older" | "database_lost_commits";

interface Memory {
  /** The place of the last commit that this process saw; null before the first. */
  seen: Place | null;
  /** The newest last. */
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

/** In here, what this process must not serve from is read and marked. */
const asOperator = new AsyncLocalStorage<true>();

const PLACE = `(SELECT system_identifier::text FROM pg_control_system()) AS "systemId",
  ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int AS timeline,
  (pg_current_wal_insert_lsn() - '0/0')::text AS lsn`;

type Row = { readonly systemId: string; readonly timeline: number; readonly lsn: string };

const toPlace = ({ lsn, ...row }: Row): Place => ({ ...row, lsn: BigInt(lsn) });

/** Reads the place of a writable server. Throws if the server returns none. */
export async function readPlace(client: pg.ClientBase): Promise<Place> {
  const { rows } = await client.query<Row>(`SELECT ${PLACE}`);
  if (!rows[0]) throw new Error("a database that is nowhere");
  return toPlace(rows[0]);
}

/**
 * On each new connection to what is written to. After a failover a server that isn't the one of before answers: one of an older
 * timeline is the primary of before, which came back; one that has been written less far than a commit that was answered has lost it.
 * Throws UnavailableError for the first, which leads to another host or back to the right one; the second stays until a person has
 * looked.
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

/** Only once: the marks of a loss are for whoever releases them. */
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

/** Why nothing is read from the database or written to it; null: it is trusted. */
export function findDistrust(): Memory["distrust"] {
  return asOperator.getStore() ? null : remembered().distrust;
}

/** Throws UnavailableError while a person has to decide. */
export function requireTrust(): void {
  const distrust = findDistrust();
  if (distrust?.reason === "database_lost_commits") throw new UnavailableError(distrust.sentence);
}

/** For composition roots: what is done to a database that lost commits, once in this process. */
export function bindLossOfCommits(onLost: NonNullable<Memory["onLost"]>): void {
  remembered().onLost = onLost;
}

/**
 * Writes a little and remembers how far everything was written before it: once its commit is answered, that is kept by whoever has to
 * keep it before commits are answered, a synchronous standby too.
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

/** Looks whether a person released it. */
export async function askForRelease(isReleased: () => Promise<boolean>): Promise<void> {
  const memory = remembered();
  if (memory.distrust?.reason !== "database_lost_commits" || !memory.isMarked) return;
  if (!(await asOperator.run(true, isReleased))) return;
  memory.distrust = null;
  memory.isMarked = false;
  getLogger().warn("the database is released: it is served again");
}
