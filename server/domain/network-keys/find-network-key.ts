import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { markKeyUsed } from "@/server/domain/mark-key-used";
import type { RecordId } from "@/server/platform/ids";
import type { Environment } from "../caller";

/** `secretHash` never leaves the authentication step. */
export interface NetworkKey {
  readonly id: RecordId;
  /** Without the secret: `nk_test_…`. */
  readonly keyId: string;
  readonly environment: Environment;
  readonly secretHash: string;
  readonly secretTag: string | null;
  /** Empty means any address. */
  readonly allowedAddresses: readonly string[];
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Reads the database, so a revoked key counts at once. `keyId` is the part before the last underscore. */
export async function findNetworkKey(keyId: string): Promise<NetworkKey | null> {
  const [key] = await query<NetworkKey>(
    getPool(),
    sql`SELECT id, key_id, environment, secret_hash, secret_tag, allowed_addresses, expires_at, last_used_at, revoked_at
      FROM network_keys WHERE key_id = ${keyId}`,
  );
  return key ?? null;
}

export function markNetworkKeyUsed(key: NetworkKey, at: Date): Promise<void> {
  return markKeyUsed(sql`UPDATE network_keys`, key, at);
}

/** Stores the tag of a secret that was right. */
export async function storeNetworkKeyTag({ id }: NetworkKey, tag: string): Promise<void> {
  await query(getPool(), sql`UPDATE network_keys SET secret_tag = ${tag} WHERE id = ${id}`);
}
