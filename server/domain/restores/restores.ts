import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isSendingPaused, SettingError } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";

/** A condition of every query that takes something to send: a restored, unreleased database sends nothing. */
export const isRestoreUnreleased = sql`EXISTS (SELECT FROM restores WHERE released_at IS NULL)`;

/** It sends nothing until it is released. Each call adds a mark; they are released together. Moves no money. */
export async function markRestored(input: { readonly dataAt: Date; readonly now: Date }): Promise<void> {
  const { dataAt, now } = input;
  await query(
    getPool(),
    sql`INSERT INTO restores (id, data_at, restored_at) VALUES (${newRecordId(now)}, ${dataAt}, ${now})`,
  );
}

export interface Restore {
  /** The earliest of the unreleased marks: later changes may be known outside. */
  readonly dataAt: Date;
  readonly restoredAt: Date;
  readonly releasedAt: Date | null;
}

/** The unreleased restore, or else the last released one. Null if this database was never restored. */
export async function findRestore(): Promise<Restore | null> {
  const [restore] = await query<Restore>(
    getPool(),
    sql`SELECT data_at, restored_at, released_at FROM restores
      ORDER BY released_at IS NOT NULL, CASE WHEN released_at IS NULL THEN data_at END, restored_at DESC LIMIT 1`,
  );
  return restore ?? null;
}

/** Lets processes start and messages go out. Returns the number of marks released; 0 if there was none. */
export async function releaseRestores(input: { readonly now: Date }): Promise<number> {
  const released = await query(
    getPool(),
    sql`UPDATE restores SET released_at = ${input.now} WHERE released_at IS NULL RETURNING id`,
  );
  return released.length;
}

/**
 * Before anything is served at startup: a restored database accepts spent codes and answered keys again, so an operator must
 * release it. With SEND_PAUSED=1 it may be started to look at. Throws SettingError.
 */
export async function requireReleased(): Promise<void> {
  const [table] = await query<{ isThere: boolean }>(
    getPool(),
    sql`SELECT to_regclass('restores') IS NOT NULL AS is_there`,
  );
  if (!table?.isThere || isSendingPaused()) return;
  const restore = await findRestore();
  if (!restore || restore.releasedAt !== null) return;
  throw new SettingError(
    `This database was restored and holds nothing later than ${restore.dataAt.toISOString()}: npm run restore:list says what others ` +
      "may know of the time since, npm run restore:release puts it in service, and SEND_PAUSED=1 starts it as a copy that sends nothing.",
  );
}
