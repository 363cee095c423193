import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { markUse } from "@/server/domain/remembered-keys";
import { type MerchantKey, rememberUse } from "./find-merchant-key";

const MARK_EVERY_MS = 60_000;

/** Keeps `lastUsed` to the minute, as for a tenant's key. */
export async function markMerchantKeyUsed(key: MerchantKey, at: Date): Promise<void> {
  if (key.lastUsedAt && at.getTime() - key.lastUsedAt.getTime() < MARK_EVERY_MS) return;
  const before = new Date(at.getTime() - MARK_EVERY_MS);
  await markUse(key.id, async () => {
    await query(
      getPool(),
      sql`UPDATE merchant_keys SET last_used_at = ${at}
        WHERE id = ${key.id} AND revoked_at IS NULL AND secret_hash = ${key.secretHash}
          AND (last_used_at IS NULL OR last_used_at <= ${before})`,
    );
    rememberUse(key, at);
  });
}
