import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";

/** A process notes its build every few seconds. Once none has for this long, the build is gone. */
const GONE_AFTER = sql`interval '20 seconds'`;

export async function noteBuild(build: string, db: Queryable = getPool()): Promise<void> {
  await query(
    db,
    sql`INSERT INTO running_builds (build, seen_at) VALUES (${build}, clock_timestamp())
      ON CONFLICT (build) DO UPDATE SET seen_at = excluded.seen_at`,
  );
}

/** The newest build that answers Inngest at present; null if none does. */
export async function findNewestBuild(db: Queryable = getPool()): Promise<string | null> {
  const [newest] = await query<{ build: string | null }>(
    db,
    sql`SELECT max(build COLLATE "C") AS build FROM running_builds WHERE seen_at > clock_timestamp() - ${GONE_AFTER}`,
  );
  return newest?.build ?? null;
}

/**
 * Does something that only the newest build may, one process after the other, so that an older build can't undo it. Returns
 * null if a newer build runs. `act` must not take long: it holds a connection.
 */
export async function asNewestBuild<T>(build: string, act: () => Promise<T>): Promise<T | null> {
  await noteBuild(build);
  return await inTransaction(async (db) => {
    await query(db, sql`SELECT pg_advisory_xact_lock(hashtextextended('newest-build', 0))`);
    return (await findNewestBuild(db)) === build ? await act() : null;
  });
}
