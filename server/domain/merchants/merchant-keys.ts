import { MERCHANT_SCOPES, type MerchantScope } from "@/server/contracts/keys/merchant-scopes";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, parseRecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { invalidField, notFoundFor } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { activeAt, lockTenant, lockTenantRow, requireRoom } from "../tenants";
import { lockOwnMerchant } from "./find-merchant";
import type { ListedMerchantKey } from "./list-merchants";

/** Keys of one merchant that work, by the tenant’s tier: a key for each till. */
const MAX_MERCHANT_KEYS = { sandbox: 25, standard: 100, plus: 500, network: 1_000 } as const;

export interface NewMerchantKey extends ListedMerchantKey {
  /** Shown once; only a bcrypt hash and a short tag of its secret are stored. */
  readonly key: string;
}

const newSecret = () => randomHex(20);

/**
 * A bearer key `mk_<environment>_<key id>_<secret>`. Split at the last underscore: the front finds the row, the rest is checked
 * against its hash. Returned once. Throws `not_found`, `not_permitted`, `not_enabled`, `limit_reached`, `validation_error` for
 * an expiry in the past.
 */
export async function createMerchantKey(
  caller: NetworkCaller | TenantCaller,
  input: {
    readonly merchantId: MerchantId;
    readonly shared?: string;
    readonly label?: string | null;
    readonly scopes?: readonly MerchantScope[] | undefined;
    readonly expiresAt?: Date | null;
  },
  claim: IdempotencyClaim<NewMerchantKey> | null = null,
): Promise<NewMerchantKey> {
  const { environment, now } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_keys");
  if (input.shared && (environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const { label = null, expiresAt = null } = input;
  if (expiresAt && expiresAt <= now) throw invalidField("expiresAt", "must be in the future");
  const scopes = MERCHANT_SCOPES.filter((scope) => input.scopes?.includes(scope) ?? true);
  const key = input.shared ?? `mk_${environment}_${randomHex(9)}_${newSecret()}`;
  const split = key.lastIndexOf("_");
  const keyId = key.slice(0, split);
  const id = newRecordId(now);
  const secret = key.slice(split + 1);
  const secretHash = await hashSecret(secret, "key", input.merchantId);
  const isShared = input.shared !== undefined;
  const listed = { id, keyId, label, scopes, isShared, createdAt: now, expiresAt, lastUsedAt: null, revokedAt: null };
  const created: NewMerchantKey = { ...listed, key };
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    await lockTenant(db, caller, merchant.tenantId);
    const working = await db.merchantKey.count({ where: { merchantId: merchant.id, ...activeAt(now) } });
    const { rateLimitTier } = await db.tenant.findUniqueOrThrow({ where: { id: merchant.tenantId } });
    const most = MAX_MERCHANT_KEYS[rateLimitTier];
    if (caller.kind !== "network") requireRoom(working, most, `keys of one merchant in the tier ${rateLimitTier}`);
    await db.merchantKey.create({
      data: { ...listed, merchantId: merchant.id, secretHash, secretTag: tagSecret(id, secret) },
    });
    await recordAudit(db, caller, {
      action: "merchant_key.created",
      subject: { kind: "merchant", id: merchant.id },
      tenantId: merchant.tenantId,
      details: { name: merchant.name, keyId, ...restrictionsOf(created) },
    });
    await storeAnswer(db, claim, created, now);
  }, caller.standing);
  return created;
}

function restrictionsOf({ label, scopes, expiresAt }: ListedMerchantKey) {
  return {
    ...(label === null ? {} : { label }),
    ...(scopes.length < MERCHANT_SCOPES.length ? { scopes: [...scopes] } : {}),
    ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
  };
}

/**
 * Another secret for the same key, which keeps its id, terms, and place among the merchant's keys. The old one is refused from
 * the next request on, in every process. Throws `not_found`, also for a key that is revoked or has ended; `not_permitted`.
 */
export async function rollMerchantKey(
  caller: TenantCaller,
  input: { readonly merchantId: MerchantId; readonly keyId: string },
  claim: IdempotencyClaim<NewMerchantKey> | null = null,
): Promise<NewMerchantKey> {
  requirePermission(caller, "manage_keys");
  const { now } = caller;
  const secret = newSecret();
  const secretHash = await hashSecret(secret, "key", input.merchantId);
  return inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    // As in `revokeMerchantKey`.
    await lockTenantRow(db, caller.tenantId);
    const [row] = await db.merchantKey.updateManyAndReturn({
      where: { id: input.keyId, merchantId: merchant.id, ...activeAt(now) },
      data: { secretHash, secretTag: tagSecret(input.keyId, secret) },
      omit: { secretHash: true, secretTag: true, merchantId: true },
    });
    if (!row) throw notFoundFor(caller, "merchant_key", "No such key, or it is revoked or has ended.");
    const rolled: NewMerchantKey = { ...row, id: parseRecordId(row.id), key: `${row.keyId}_${secret}` };
    await recordAudit(db, caller, {
      action: "merchant_key.rolled",
      subject: { kind: "merchant", id: merchant.id },
      details: { name: merchant.name, keyId: row.keyId },
    });
    await storeAnswer(db, claim, rolled, now);
    return rolled;
  }, caller.standing);
}

/** Permanent: the next request with the key is refused. Throws `not_found`, also for a revoked key; `not_permitted`. */
export async function revokeMerchantKey(
  caller: TenantCaller,
  input: { readonly merchantId: MerchantId; readonly keyId: string },
  claim: IdempotencyClaim<{ id: string }> | null = null,
): Promise<{ id: string }> {
  requirePermission(caller, "manage_keys");
  const revoked = { id: input.keyId };
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    // Otherwise, two concurrent requests that hold the tenant's standing would deadlock when they raise it.
    await lockTenantRow(db, caller.tenantId);
    const [key] = await db.merchantKey.updateManyAndReturn({
      where: { id: input.keyId, merchantId: merchant.id, revokedAt: null },
      data: { revokedAt: caller.now },
      select: { keyId: true },
    });
    if (!key) throw notFoundFor(caller, "merchant_key", "No such key, or it is revoked.");
    await recordAudit(db, caller, {
      action: "merchant_key.revoked",
      subject: { kind: "merchant", id: merchant.id },
      details: { name: merchant.name, keyId: key.keyId },
    });
    await storeAnswer(db, claim, revoked, caller.now);
  }, caller.standing);
  return revoked;
}
