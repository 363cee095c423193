import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { markUse } from "@/server/domain/remembered-keys";
import { type ApiKey, rememberUse } from "./find-api-key";

const MARK_EVERY_MS = 60_000;

/** Keeps `lastUsed` to the minute: a write on every request would make the key's row the busiest of all. */
export async function markApiKeyUsed(key: ApiKey, at: Date): Promise<void> {
  if (key.lastUsedAt && at.getTime() - key.lastUsedAt.getTime() < MARK_EVERY_MS) return;
  const before = new Date(at.getTime() - MARK_EVERY_MS);
  await markUse(key.id, async () => {
    await query(
      getPool(),
      sql`UPDATE api_keys SET last_used_at = ${at}
        WHERE id = ${key.id} AND revoked_at IS NULL AND secret_hash = ${key.secretHash}
          AND (last_used_at IS NULL OR last_used_at <= ${before})`,
    );
    rememberUse(key, at);
  });
}
