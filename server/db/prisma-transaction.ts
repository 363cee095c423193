import { finishAnnouncements } from "./announce";
import { translateError } from "./errors";
import { isRetryable, requireStanding, type Standing } from "./guarded";
import type { Table } from "./insert-rows";
import { getPrisma, type PrismaTransaction } from "./prisma";
import { query } from "./query";
import { raw, sql } from "./sql";

const MAX_ATTEMPTS = 4;
const LIMITS = { maxWait: 5_000, timeout: 15_000 };

/**
 * Commits everything that `work` did, or nothing; announcements go out after the commit. A lost race is retried up to three
 * times, so `work` must have no other side effects. Throws UnavailableError, and, with the request's standing,
 * ChangedStandingError if that has changed.
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

/** `SELECT … FOR UPDATE`, which Prisma lacks. Returns false if the row doesn't exist. */
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
