import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { randomHex } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { hashSecret, tagSecret } from "@/server/platform/secrets";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { Environment, NetworkCaller, StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "./lock-tenant";

const PUBLIC_PART_BYTES = 18;
const SECRET_PART_BYTES = 30;
/** That work, in one environment: enough for every program to have its own, few enough to be read by a person. */
const MAX_API_KEYS = 20;

export interface NewApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  /** Shown once; only its bcrypt hash and a short tag of it are kept. */
  readonly secret: string;
}

export function newApiSecret(environment: Environment): string {
  return `sk_${environment}_${randomHex(SECRET_PART_BYTES)}`;
}

/**
 * A pair of X-API-Key and bearer secret for a tenant, in the caller's environment. `shared` credentials are the public
 * ones of the sandbox: fixed, of the test environment, and made by the network only. Throws `not_permitted`,
 * `not_enabled`, `limit_reached`.
 */
export async function createApiKey(
  caller: NetworkCaller | StaffCaller,
  input: {
    readonly tenantId: TenantId;
    readonly label?: string;
    readonly requireSignature?: boolean;
    readonly shared?: { readonly publicKey: string; readonly secret: string };
  },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  const { environment, now } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_keys");
  if (input.shared && (environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const { tenantId, label = null, requireSignature = false, shared } = input;
  const id = newRecordId(now);
  const publicKey = shared?.publicKey ?? `pk_${environment}_${randomHex(PUBLIC_PART_BYTES)}`;
  const secret = shared?.secret ?? newApiSecret(environment);
  const key: NewApiKey = { id, publicKey, secret };
  const secretHash = await hashSecret(secret, "key", tenantId);
  await runInTransaction(async (db) => {
    await lockTenant(db, caller, tenantId);
    const [counted] = await query<{ count: bigint }>(
      db,
      sql`SELECT count(*) FROM api_keys
        WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment AND revoked_at IS NULL`,
    );
    if (caller.kind === "staff") requireRoom(Number(counted?.count), MAX_API_KEYS, "API keys");
    await query(
      db,
      sql`INSERT INTO api_keys (id, tenant_id, environment, public_key, secret_hash, secret_tag, secret_last4,
          require_signature, is_shared, label, created_at)
        VALUES (${id}, ${tenantId}, ${environment}::environment, ${publicKey}, ${secretHash},
          ${tagSecret(id, secret)}, ${secret.slice(-4)}, ${requireSignature}, ${shared !== undefined}, ${label}, ${now})`,
    );
    const details = { label, publicKey, requireSignature };
    await recordAudit(db, caller, { action: "api_key.created", subject: { kind: "api_key", id }, tenantId, details });
    await keepAnswer(db, claim, key, now);
  });
  return key;
}
