import { runInTransaction } from "@/server/db/guarded";
import { type Queryable, query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { DAY_MS } from "@/server/platform/clock";
import { hashSecret, tagSecret } from "@/server/platform/crypto";
import { type Audited, recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { insertKeyLike, makeApiKey, type NewApiKey, newApiSecret, WORKING_KEYS } from "./create-api-key";

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
      AND ${WORKING_KEYS(caller.now)}`;
    const [known] = await query<{ isShared: boolean }>(
      db,
      sql`SELECT is_shared FROM api_keys WHERE ${own} FOR NO KEY UPDATE`,
    );
    if (!known) throw new DomainError("not_found", "No such API key, or it is revoked or has ended.");
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

/** The longest that two keys do the work of one. */
const MAX_OVERLAP_MS = 30 * DAY_MS;

/**
 * A new pair of public key and secret that may do what the old one may, which works until then. Programs take the new one when
 * they can, and no request is refused meanwhile. Throws as `changeKey` does, `limit_reached`, and `validation_error` for an end
 * that is past or more than 30 days off.
 */
export async function replaceApiKey(
  caller: StaffCaller,
  input: { readonly id: string; readonly formerUntil: Date },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  requirePermission(caller, "manage_keys");
  const { now } = caller;
  const { formerUntil } = input;
  if (formerUntil <= now || formerUntil.getTime() > now.getTime() + MAX_OVERLAP_MS) {
    throw invalidField("formerUntil", "must be within the next 30 days");
  }
  const made = await makeApiKey(caller);
  await changeKey(caller, input.id, {
    set: sql`expires_at = least(expires_at, ${formerUntil}::timestamptz)`,
    action: "api_key.replaced",
    details: { by: made.key.publicKey, formerUntil: formerUntil.toISOString() },
    also: async (db, former) => {
      await insertKeyLike(db, caller, { made, formerId: former.id });
      await keepAnswer(db, claim, made.key, now);
    },
  });
  return made.key;
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
