import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId } from "@/server/platform/noun-ids";
import type { TenantCaller } from "../caller";
import { scopeOf } from "./find-answer";

export interface KeptAnswer {
  readonly status: number;
  /** As a replay returns it; null if `isHidden`. */
  readonly body: string | null;
  /** Holds a code that pays, so only a replay with the key's own secret gets it. */
  readonly isHidden: boolean;
  readonly createdAt: Date;
}

/** For a key of the tenant, or of one of its merchants, which the caller has looked up. */
export async function findKeptAnswer(
  { tenantId, environment }: TenantCaller,
  { key, merchantId }: { readonly key: string; readonly merchantId: MerchantId | null },
): Promise<KeptAnswer | null> {
  const scope = scopeOf(
    merchantId === null ? { kind: "tenant", tenantId, environment } : { kind: "merchant", merchantId },
  );
  const [kept] = await query<{ status: number; body: string | null; isEncrypted: boolean; createdAt: Date }>(
    getPool(),
    sql`SELECT status, body, is_encrypted, created_at FROM idempotency_keys WHERE scope = ${scope} AND key = ${key}`,
  );
  if (!kept) return null;
  const { status, body, isEncrypted, createdAt } = kept;
  return { status, body: isEncrypted ? null : body, isHidden: isEncrypted, createdAt };
}
