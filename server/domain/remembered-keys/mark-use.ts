import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { RecordId } from "@/server/platform/ids";

interface UsedKey {
  readonly id: RecordId;
  readonly secretHash: string;
  readonly lastUsedAt: Date | null;
}

const MARK_EVERY_MS = 60_000;

/** Keys that a request is just marking as used. */
const underWay = new Set<RecordId>();

/**
 * Keeps a key's `lastUsedAt` to the minute: a write on every request would make the key's row the busiest of all. `update` is
 * the UPDATE of the key's table without what is set. Of requests at one moment, one writes and the others don't wait for it.
 */
export async function markUse<Key extends UsedKey>(
  update: Sql,
  key: Key,
  at: Date,
  remember: (key: Key, at: Date) => void,
): Promise<void> {
  const { id, secretHash, lastUsedAt } = key;
  if (lastUsedAt && at.getTime() - lastUsedAt.getTime() < MARK_EVERY_MS) return;
  if (underWay.has(id)) return;
  underWay.add(id);
  try {
    await query(
      getPool(),
      sql`${update} SET last_used_at = ${at}
        WHERE id = ${id} AND revoked_at IS NULL AND secret_hash = ${secretHash}
          AND (last_used_at IS NULL OR last_used_at <= ${new Date(at.getTime() - MARK_EVERY_MS)})`,
    );
    remember(key, at);
  } finally {
    underWay.delete(id);
  }
}
