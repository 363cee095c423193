import { lookUpTogether } from "@/server/db/batches/batch-queue";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { markKeyUsed } from "@/server/domain/mark-key-used";
import type { RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import type { Environment } from "../caller";
import { aheadMsOf } from "../sandbox-clock";

/** `secretHash` never leaves the authentication step. */
export interface ApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  readonly environment: Environment;
  readonly secretHash: string;
  readonly secretTag: string | null;
  readonly secretLast4: string;
  readonly requireSignature: boolean;
  readonly scopes: readonly string[];
  /** Empty means any address. */
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly tenantId: TenantId;
  readonly tenantSlug: string;
  readonly tenantTitle: string;
  readonly tenantStatus: "active" | "suspended";
  readonly rateLimitTier: "sandbox" | "standard" | "plus" | "network";
  readonly keepsLiveBodies: boolean;
  /** How far the tenant's sandbox clock is ahead; 0 for a live key. */
  readonly aheadMs: number;
  /** Version of the tenant's `Standing`. */
  readonly standing: bigint;
}

const KEYS = sql`api_keys k JOIN tenants t ON t.id = k.tenant_id`;

async function find(condition: Sql): Promise<ApiKey[]> {
  return query<ApiKey>(
    getPool(),
    sql`SELECT k.id, k.public_key, k.environment, k.secret_hash, k.secret_tag, k.secret_last4, k.require_signature, k.scopes,
        k.allowed_addresses, k.expires_at, k.created_at,
        k.last_used_at, k.revoked_at, t.id AS tenant_id, t.slug AS tenant_slug, t.title AS tenant_title,
        t.status AS tenant_status, t.rate_limit_tier, t.keeps_live_bodies, ${aheadMsOf(sql`t.id`, sql`k.environment`)} AS ahead_ms,
        t.standing
      FROM ${KEYS} WHERE ${condition}`,
  );
}

/** Reads the database, so a revoked key or changed secret counts at once. */
export const findApiKey = lookUpTogether("api_keys", async (publicKeys: readonly string[]) => {
  const found = await find(sql`k.public_key = ANY(${[...new Set(publicKeys)]})`);
  const byName = new Map(found.map((key) => [key.publicKey, key]));
  return publicKeys.map((publicKey) => byName.get(publicKey) ?? null);
});

export async function findApiKeyById(id: RecordId): Promise<ApiKey | null> {
  const [key] = await find(sql`k.id = ${id}`);
  return key ?? null;
}

export function markApiKeyUsed(key: ApiKey, at: Date): Promise<void> {
  return markKeyUsed(sql`UPDATE api_keys`, key, at);
}

/** Stores the tag of a secret that was right, unless the key was rolled meanwhile. */
export async function storeApiKeyTag({ id, secretHash }: ApiKey, tag: string): Promise<void> {
  await query(getPool(), sql`UPDATE api_keys SET secret_tag = ${tag} WHERE id = ${id} AND secret_hash = ${secretHash}`);
}
