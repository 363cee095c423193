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

/** Keys that are being marked right now. */
const underWay = new Set<RecordId>();

/**
 * Keeps `lastUsedAt` to the minute: a write per request would make the key's row the busiest of all. `update` is the UPDATE of
 * the key's table without SET. Of concurrent requests, one writes and the others don't wait for it.
 */
export async function markKeyUsed(update: Sql, { id, secretHash, lastUsedAt }: UsedKey, at: Date): Promise<void> {
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
  } finally {
    underWay.delete(id);
  }
}
