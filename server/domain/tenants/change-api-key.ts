import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { hashSecret, tagSecret } from "@/server/platform/secrets";
import { type Audited, recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { type NewApiKey, newApiSecret } from "./create-api-key";

type KeyRow = Pick<NewApiKey, "id" | "publicKey"> & { readonly label: string | null };

/** Throws `not_permitted`, also for shared keys; `not_found` for what is another's, revoked or not there. */
async function changeKey(
  caller: StaffCaller,
  id: string,
  change: {
    readonly set: Sql;
    readonly action: string;
    readonly details?: Audited["details"];
    /** What else belongs to the change. */
    readonly also?: (db: Queryable, key: KeyRow) => Promise<void>;
  },
): Promise<KeyRow> {
  return runInTransaction(async (db) => {
    const own = sql`id = ${id} AND tenant_id = ${caller.tenantId} AND environment = ${caller.environment}::environment
      AND revoked_at IS NULL`;
    const [known] = await query<{ isShared: boolean }>(
      db,
      sql`SELECT is_shared FROM api_keys WHERE ${own} FOR NO KEY UPDATE`,
    );
    if (!known) throw new DomainError("not_found", "No such API key, or it is revoked.");
    if (known.isShared) throw new DomainError("not_permitted", "This sandbox key is shared and can’t be changed.");
    const [key] = await query<KeyRow>(
      db,
      sql`UPDATE api_keys SET ${change.set} WHERE ${own} RETURNING id, public_key, label`,
    );
    if (!key) throw new Error("a locked key is gone");
    const details = { label: key.label, publicKey: key.publicKey, ...change.details };
    await recordAudit(db, caller, { action: change.action, subject: { kind: "api_key", id: key.id }, details });
    await change.also?.(db, key);
    return key;
  });
}

/**
 * A new secret for the same public key. The old one is refused from the next request on, in every process: what was
 * verified is remembered by the stored hash. Throws as `changeKey` does.
 */
export async function rollApiKey(
  caller: StaffCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  requirePermission(caller, "manage_keys");
  const secret = newApiSecret(caller.environment);
  const secretHash = await hashSecret(secret, "key", caller.tenantId);
  const set = sql`secret_hash = ${secretHash}, secret_tag = ${tagSecret(input.id, secret)}, secret_last4 = ${secret.slice(-4)}`;
  const rolled = ({ id, publicKey }: KeyRow): NewApiKey => ({ id, publicKey, secret });
  const key = await changeKey(caller, input.id, {
    set,
    action: "api_key.rolled",
    also: (db, row) => keepAnswer(db, claim, rolled(row), caller.now),
  });
  return rolled(key);
}

/** For good: every request with it is refused from the next one on. Throws as `changeKey` does. */
export async function revokeApiKey(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_keys");
  await changeKey(caller, input.id, { set: sql`revoked_at = ${caller.now}`, action: "api_key.revoked" });
}

/** Whether requests with the key must be signed (contract 5.1), from the next one on. Throws as `changeKey` does. */
export async function setSignatureRequirement(
  caller: StaffCaller,
  input: { readonly id: string; readonly requireSignature: boolean },
): Promise<void> {
  requirePermission(caller, "manage_keys");
  const { requireSignature } = input;
  const set = sql`require_signature = ${requireSignature}`;
  await changeKey(caller, input.id, { set, action: "api_key.signature_changed", details: { requireSignature } });
}
