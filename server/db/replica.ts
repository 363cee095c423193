import { setTimeout as sleep } from "node:timers/promises";
import { getEnv } from "@/server/platform/env";
import { metrics } from "@/server/platform/metrics";
import { lookUpTogether } from "./batches/batch-queue";
import { getPrimaryPool, poolOfReplica } from "./pool";
import { query } from "./query";
import { isReplicaPaused, pauseReplica, resumeReplica } from "./replica-rest";
import { raw, sql } from "./sql";

/** How long a page waits for the replica before it falls back to the primary, and how often it checks. */
const WAITS_MS = 100;
const LOOKS_EVERY_MS = 10;
const ANSWERS_WITHIN_MS = 1_000;

type Place = "primary" | "replica";

interface Position {
  readonly flushed: string;
  readonly database: string;
}

const DATABASE = "(SELECT system_identifier FROM pg_control_system()) || ' ' || current_database()";

const findPosition = lookUpTogether("position", async (asked: readonly null[]) => {
  const [position] = await query<Position>(
    getPrimaryPool(),
    sql`SELECT pg_current_wal_flush_lsn()::text AS flushed, ${raw(DATABASE)} AS database`,
  );
  if (!position) throw new Error("the database has no position");
  return asked.map(() => position);
});

/**
 * Which database a page may read from: the replica once it has everything committed before this call, so that nobody sees less
 * than on the primary; otherwise the primary, if that takes too long or the replica doesn't answer.
 */
export async function whereToRead(): Promise<Place> {
  if (!getEnv().DATABASE_READ_URL) return "primary";
  const from = isReplicaPaused() ? "primary" : await findReplica();
  metrics().pageReads.inc({ from });
  return from;
}

async function findReplica(): Promise<Place> {
  const position = await findPosition(null);
  try {
    return (await reaches(position)) ? "replica" : "primary";
  } catch (error) {
    pauseReplica(error instanceof Error ? error.message : String(error));
    return "primary";
  }
}

async function reaches({ flushed, database }: Position): Promise<boolean> {
  const deadline = performance.now() + WAITS_MS;
  const question = {
    text: `SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS has_all, ${DATABASE} AS database`,
    values: [flushed],
    query_timeout: ANSWERS_WITHIN_MS,
  };
  while (true) {
    const [replica] = (await poolOfReplica().query<{ has_all: boolean | null; database: string }>(question)).rows;
    if (replica?.database !== database) throw new Error("DATABASE_READ_URL is no replica of DATABASE_URL");
    resumeReplica();
    if (replica.has_all) return true;
    if (performance.now() > deadline) return false;
    await sleep(LOOKS_EVERY_MS);
  }
}
