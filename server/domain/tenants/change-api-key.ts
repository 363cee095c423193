import type { NewRow } from "@/server/db/insert-rows";
import type { Prisma, PrismaTransaction } from "@/server/db/prisma";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { DAY_MS } from "@/server/platform/clock";
import { hashSecret, tagSecret } from "@/server/platform/crypto";
import { parseRecordId } from "@/server/platform/ids";
import { type Audited, recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError, invalidField } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { makeApiKey, type NewApiKey, newApiSecret, workingAt, writeApiKey } from "./create-api-key";
import { holdTenant } from "./lock-tenant";

type KeyRow = Omit<NewRow<"api_keys">, "tenantId">;

/** Serialized by the tenant's lock. Throws `not_permitted`, also for shared keys; `not_found`, also for a revoked key. */
async function changeKey(
  caller: StaffCaller,
  id: string,
  change: {
    readonly set: (key: KeyRow) => Prisma.ApiKeyUpdateInput;
    readonly action: string;
    readonly details?: Audited["details"];
    readonly also?: (db: PrismaTransaction, key: KeyRow) => Promise<void>;
  },
): Promise<KeyRow> {
  const { tenantId, environment, now } = caller;
  return inPrismaTransaction(async (db) => {
    await holdTenant(db, tenantId);
    const key = await db.apiKey.findUnique({ where: { id, tenantId, environment, ...workingAt(now) } });
    if (!key) throw new DomainError("not_found", "No such API key, or it is revoked or has ended.");
    if (key.isShared) throw new DomainError("not_permitted", "This sandbox key is shared and can’t be changed.");
    await db.apiKey.update({ where: { id }, data: change.set(key) });
    const details = { label: key.label, publicKey: key.publicKey, ...change.details };
    await recordAudit(db, caller, { action: change.action, subject: { kind: "api_key", id }, details });
    await change.also?.(db, key);
    return key;
  });
}

/** The old secret is refused from the next request on, in every process. Throws as `changeKey` does. */
export async function rollApiKey(
  caller: StaffCaller,
  input: { readonly id: string },
  claim: IdempotencyClaim<NewApiKey> | null = null,
): Promise<NewApiKey> {
  requirePermission(caller, "manage_keys");
  const secret = newApiSecret(caller.environment);
  const secretHash = await hashSecret(secret, "key", caller.tenantId);
  const hashed = { secretHash, secretTag: tagSecret(input.id, secret), secretLast4: secret.slice(-4) };
  const rolled = ({ id, publicKey }: KeyRow): NewApiKey => ({ id: parseRecordId(id), publicKey, secret });
  const key = await changeKey(caller, input.id, {
    set: () => hashed,
    action: "api_key.rolled",
    also: (db, row) => keepAnswer(db, claim, rolled(row), caller.now),
  });
  return rolled(key);
}

const MAX_OVERLAP_MS = 30 * DAY_MS;

/**
 * A new pair with the old one's permissions; the old one works until `formerUntil`, so that programs can change over without a
 * refused request. Throws as `changeKey` does, `limit_reached`, and `validation_error` for an end that is past or more than 30
 * days off.
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
  const { tenantId } = caller;
  const made = await makeApiKey(caller, tenantId);
  await changeKey(caller, input.id, {
    set: ({ expiresAt }) => ({ expiresAt: expiresAt && expiresAt < formerUntil ? expiresAt : formerUntil }),
    action: "api_key.replaced",
    details: { by: made.key.publicKey, formerUntil: formerUntil.toISOString() },
    also: async (db, former) => {
      await writeApiKey(db, caller, made, { ...former, tenantId });
      await keepAnswer(db, claim, made.key, now);
    },
  });
  return made.key;
}

/** Permanent: the next request with the key is refused. Throws as `changeKey` does. */
export async function revokeApiKey(caller: StaffCaller, input: { readonly id: string }): Promise<void> {
  requirePermission(caller, "manage_keys");
  await changeKey(caller, input.id, { set: () => ({ revokedAt: caller.now }), action: "api_key.revoked" });
}

/** Contract 5.1; applies from the next request on. Throws as `changeKey` does. */
export async function setSignatureRequirement(
  caller: StaffCaller,
  input: { readonly id: string; readonly requireSignature: boolean },
): Promise<void> {
  requirePermission(caller, "manage_keys");
  const { requireSignature } = input;
  const change = { requireSignature };
  await changeKey(caller, input.id, { set: () => change, action: "api_key.signature_changed", details: change });
}
