import { finishAnnouncements } from "./announce";
import { translateError } from "./errors";
import { isRetryable, requireStanding, type Standing } from "./guarded";
import type { Table } from "./insert-rows";
import { getPrisma, type PrismaTransaction } from "./prisma";
import { query } from "./query";
import { raw, sql } from "./sql";

const MAX_ATTEMPTS = 4;
/** How long a transaction waits for a connection, and how long it may take. */
const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/**
 * Commits all that `work` did, or none of it; what it announced goes out after the commit. A transaction that lost a race
 * runs again, three times, so `work` must have no other effects. Throws UnavailableError where the database is away, and, with
 * the standing of the request that it is done for, ChangedStandingError where that has changed.
 */
export async function inPrismaTransaction<T>(
  work: (db: PrismaTransaction) => Promise<T>,
  standing?: Standing,
): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await runOnce(work, standing);
    } catch (error) {
      if (round === MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

async function runOnce<T>(work: (db: PrismaTransaction) => Promise<T>, standing: Standing | undefined): Promise<T> {
  let db: PrismaTransaction | undefined;
  try {
    const result = await getPrisma()
      .$transaction(async (client) => {
        db = client;
        const result = await work(client);
        if (standing) await requireStanding(client, standing);
        return result;
      }, LIMITS)
      .catch(translateError);
    if (db) finishAnnouncements(db, true);
    return result;
  } catch (error) {
    if (db) finishAnnouncements(db, false);
    throw error;
  }
}

/**
 * Waits for changes of that row that are under way, and keeps others out until the transaction ends. Prisma has no word
 * for it. False: there is no such row.
 */
export async function lockRow(
  db: PrismaTransaction,
  {
    table,
    id,
    strength = "NO KEY UPDATE",
  }: { table: Table; id: string; strength?: "SHARE" | "NO KEY UPDATE" | "UPDATE" },
): Promise<boolean> {
  const locked = await query(db, sql`SELECT 1 FROM ${raw(table)} WHERE id = ${id} FOR ${raw(strength)}`);
  return locked.length > 0;
}
