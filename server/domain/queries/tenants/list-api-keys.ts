import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { PERSON_WORDS } from "@/server/domain/users";

/** Without the secret's hash. */
export interface ListedApiKey {
  readonly id: string;
  readonly label: string | null;
  readonly publicKey: string;
  readonly secretLast4: string;
  readonly requireSignature: boolean;
  readonly isShared: boolean;
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly createdBy: string | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

const MAX_LISTED = 100;

/** Working ones first, then the newest. Revoked keys beyond the hundredth are in the audit log. */
export async function listApiKeys({ tenantId, environment }: StaffCaller): Promise<ListedApiKey[]> {
  return query<ListedApiKey>(
    getPool(),
    sql`SELECT k.id, k.label, k.public_key, k.secret_last4, k.require_signature, k.is_shared, k.scopes,
        k.allowed_addresses, k.created_at, k.expires_at,
        k.last_used_at, k.revoked_at,
        (SELECT coalesce(${PERSON_WORDS}, a.actor) FROM audit_records a LEFT JOIN users u ON u.id = a.user_id WHERE a.tenant_id = k.tenant_id AND a.created_at = k.created_at
          AND a.subject_id = k.id AND a.action = 'api_key.created' LIMIT 1) AS created_by
      FROM api_keys k WHERE k.tenant_id = ${tenantId} AND k.environment = ${environment}::environment
      ORDER BY k.revoked_at IS NOT NULL, k.created_at DESC, k.id DESC LIMIT ${MAX_LISTED}`,
  );
}
