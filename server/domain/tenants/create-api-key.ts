import { TENANT_SCOPES, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, type RecordId } from "@/server/platform/ids";
import type { TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { Environment, NetworkCaller, StaffCaller } from "../caller";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { lockTenant, requireRoom } from "./lock-tenant";

const PUBLIC_PART_BYTES = 18;
const SECRET_PART_BYTES = 30;
/** That work, in one environment: enough for every program to have its own, few enough to be read by a person. */
const MAX_API_KEYS = 20;

/** SQL condition: a key that works. */
export const WORKING_KEYS = (now: Date) => sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`;

export interface NewApiKey {
  readonly id: RecordId;
  readonly publicKey: string;
  /** Shown once; only its bcrypt hash and a short tag of it are kept. */
  readonly secret: string;
}

export function newApiSecret(environment: Environment): string {
  return `sk_${environment}_${randomHex(SECRET_PART_BYTES)}`;
}

function newPublicKey(environment: Environment): string {
  return `pk_${environment}_${randomHex(PUBLIC_PART_BYTES)}`;
}

async function requireRoomForKey(db: Queryable, { tenantId, environment, now }: StaffCaller): Promise<void> {
  const [counted] = await query<{ count: bigint }>(
    db,
    sql`SELECT count(*) FROM api_keys
      WHERE tenant_id = ${tenantId} AND environment = ${environment}::environment AND ${WORKING_KEYS(now)}`,
  );
  requireRoom(Number(counted?.count), MAX_API_KEYS, "API keys");
}

/** What the audit log says where a key may do less than its tenant. */
function restrictionsOf(scopes: readonly string[], allowedAddresses: readonly string[]) {
  return {
    ...(scopes.length < TENANT_SCOPES.length ? { scopes: [...scopes] } : {}),
    ...(allowedAddresses.length > 0 ? { allowedAddresses: [...allowedAddresses] } : {}),
  };
}

/** Another pair for the tenant, before it is written. */
interface MadeKey {
  readonly key: NewApiKey;
  readonly secretHash: string;
}

export async function makeApiKey({ tenantId, environment, now }: StaffCaller): Promise<MadeKey> {
  const secret = newApiSecret(environment);
  const key = { id: newRecordId(now), publicKey: newPublicKey(environment), secret };
  return { key, secretHash: await hashSecret(secret, "key", tenantId) };
}

/** Writes a key that may do what another may, in the caller's transaction. Throws `not_enabled`, `limit_reached`. */
export async function insertKeyLike(
  db: Queryable,
  caller: StaffCaller,
  { made, formerId }: { readonly made: MadeKey; readonly formerId: RecordId },
): Promise<void> {
  const { key, secretHash } = made;
  const { id, publicKey, secret } = key;
  await lockTenant(db, caller, caller.tenantId);
  await requireRoomForKey(db, caller);
  const [copied] = await query<{
    label: string | null;
    requireSignature: boolean;
    scopes: string[];
    allowedAddresses: string[];
  }>(
    db,
    sql`INSERT INTO api_keys (id, tenant_id, environment, public_key, secret_hash, secret_tag, secret_last4,
        require_signature, label, scopes, allowed_addresses, created_at)
      SELECT ${id}, tenant_id, environment, ${publicKey}, ${secretHash}, ${tagSecret(id, secret)}, ${secret.slice(-4)},
        require_signature, label, scopes, allowed_addresses, ${caller.now} FROM api_keys WHERE id = ${formerId}
      RETURNING label, require_signature, scopes, allowed_addresses`,
  );
  if (!copied) throw new Error("a locked key is gone");
  const { label, requireSignature, scopes, allowedAddresses } = copied;
  const details = { label, publicKey, requireSignature, ...restrictionsOf(scopes, allowedAddresses) };
  await recordAudit(db, caller, { action: "api_key.created", subject: { kind: "api_key", id }, details });
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
    /** What it may do; without: everything. */
    readonly scopes?: readonly TenantScope[] | undefined;
    /** That it is accepted from; without or none: from anywhere. */
    readonly allowedAddresses?: readonly string[] | undefined;
    readonly shared?: { readonly publicKey: string; readonly secret: string };
  },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  const { environment, now } = caller;
  if (caller.kind === "staff") requirePermission(caller, "manage_keys");
  if (input.shared && (environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const {
    tenantId,
    label = null,
    requireSignature = false,
    scopes = TENANT_SCOPES,
    allowedAddresses = [],
    shared,
  } = input;
  const id = newRecordId(now);
  const publicKey = shared?.publicKey ?? newPublicKey(environment);
  const secret = shared?.secret ?? newApiSecret(environment);
  const key: NewApiKey = { id, publicKey, secret };
  const secretHash = await hashSecret(secret, "key", tenantId);
  await runInTransaction(async (db) => {
    await lockTenant(db, caller, tenantId);
    if (caller.kind === "staff") await requireRoomForKey(db, caller);
    await query(
      db,
      sql`INSERT INTO api_keys (id, tenant_id, environment, public_key, secret_hash, secret_tag, secret_last4,
          require_signature, is_shared, label, scopes, allowed_addresses, created_at)
        VALUES (${id}, ${tenantId}, ${environment}::environment, ${publicKey}, ${secretHash},
          ${tagSecret(id, secret)}, ${secret.slice(-4)}, ${requireSignature}, ${shared !== undefined}, ${label}, ${[...scopes]}::text[],
          ${[...allowedAddresses]}::text[], ${now})`,
    );
    const details = { label, publicKey, requireSignature, ...restrictionsOf(scopes, allowedAddresses) };
    await recordAudit(db, caller, { action: "api_key.created", subject: { kind: "api_key", id }, tenantId, details });
    await keepAnswer(db, claim, key, now);
  });
  return key;
}
