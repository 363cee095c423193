import { lookUpTogether } from "@/server/db/batches/batch-queue";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { markKeyUsed } from "@/server/domain/mark-key-used";
import type { RecordId } from "@/server/platform/ids";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { aheadMsOf } from "../sandbox-clock";

/** `secretHash` never leaves the authentication step. */
export interface MerchantKey {
  readonly id: RecordId;
  /** Without the secret: `mk_test_…`. */
  readonly keyId: string;
  readonly environment: Environment;
  readonly scopes: readonly string[];
  /** By its tenant's clock. */
  readonly expiresAt: Date | null;
  readonly secretHash: string;
  readonly secretTag: string | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly merchantId: MerchantId;
  readonly tenantId: TenantId;
  readonly tenantStatus: "active" | "suspended";
  readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  readonly keepsLiveBodies: boolean;
  /** How far the tenant's sandbox clock is ahead; 0 for a live key. */
  readonly aheadMs: number;
  /** Version of the tenant's `Standing`. */
  readonly standing: bigint;
}

const KEYS = sql`merchant_keys k JOIN merchants m ON m.id = k.merchant_id JOIN tenants t ON t.id = m.tenant_id`;

/** Reads the database, so a revoked key or changed secret counts at once. `keyId` is the part before the last underscore. */
export const findMerchantKey = lookUpTogether("merchant_keys", async (keyIds: readonly string[]) => {
  const found = await query<MerchantKey>(
    getPool(),
    sql`SELECT k.id, k.key_id, m.environment, k.scopes, k.expires_at, k.secret_hash, k.secret_tag, k.last_used_at, k.revoked_at, m.id AS merchant_id, t.id AS tenant_id,
        t.status AS tenant_status, t.rate_limit_tier, t.keeps_live_bodies, ${aheadMsOf(sql`t.id`, sql`m.environment`)} AS ahead_ms,
        t.standing
      FROM ${KEYS} WHERE k.key_id = ANY(${[...new Set(keyIds)]})`,
  );
  const byName = new Map(found.map((key) => [key.keyId, key]));
  return keyIds.map((keyId) => byName.get(keyId) ?? null);
});

export function markMerchantKeyUsed(key: MerchantKey, at: Date): Promise<void> {
  return markKeyUsed(sql`UPDATE merchant_keys`, key, at);
}

/** Stores the tag of a secret that was right. */
export async function storeMerchantKeyTag({ id, secretHash }: MerchantKey, tag: string): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE merchant_keys SET secret_tag = ${tag} WHERE id = ${id} AND secret_hash = ${secretHash}`,
  );
}
