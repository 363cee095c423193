import { MERCHANT_SCOPES, type MerchantScope, TENANT_SCOPES_OF } from "@/server/contracts/keys/merchant-scopes";
import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import { hashSecret, randomHex, tagSecret } from "@/server/platform/crypto";
import { newRecordId, parseRecordId } from "@/server/platform/ids";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { NetworkCaller, TenantCaller } from "../caller";
import { invalidField, notFoundFor, PermissionError } from "../errors";
import { type IdempotencyClaim, storeAnswer } from "../idempotency";
import { inOwnTime } from "../sandbox-clock";
import { activeAt, getApiKey, lockTenant, lockTenantRow, requireRoom } from "../tenants";
import { lockOwnMerchant } from "./find-merchant";
import type { ListedMerchantKey } from "./list-merchants";

/** Keys of one merchant that work, by the tenant’s tier: a key for each till. */
const MAX_MERCHANT_KEYS = { sandbox: 25, standard: 100, plus: 500, network: 1_000 } as const;

export interface NewMerchantKey extends ListedMerchantKey {
  /** Shown once; only a bcrypt hash and a short tag of its secret are stored. */
  readonly key: string;
}

const newSecret = () => randomHex(20);

interface Maker {
  readonly scopes: readonly string[];
  /** By the tenant's clock. */
  readonly endsAt: Date | null;
}

/**
 * The bounds of a tenant's key, which the keys that it makes and rolls stay within. Null for people and the network. Throws
 * `not_permitted` if one of the bounds is none that a merchant's key can have.
 */
async function readMaker(caller: NetworkCaller | TenantCaller): Promise<Maker | null> {
  if (caller.kind !== "tenant") return null;
  const { scopes, allowedAddresses, requireSignature, expiresAt } = await getApiKey(caller);
  if (allowedAddresses.length === 0 && !requireSignature) {
    return { scopes, endsAt: expiresAt && inOwnTime(expiresAt, caller.aheadMs ?? 0).now };
  }
  const bound = requireSignature ? "must sign its requests" : "is limited to addresses";
  const message = `This key ${bound}, and a merchant’s key would work without. Use another key, or the console.`;
  throw new PermissionError("not_permitted", message);
}

/** Throws `insufficient_scope`. */
function requireGivable(maker: Maker | null, scopes: readonly MerchantScope[]): void {
  for (const given of maker ? scopes : []) {
    const scope = TENANT_SCOPES_OF[given].find((needed) => !maker?.scopes.includes(needed));
    if (!scope) continue;
    const message = `This key has no scope ${scope}, so it can’t give a merchant’s key the scope ${given}.`;
    throw new PermissionError("insufficient_scope", message, { details: { scope } });
  }
}

function outlasts(maker: Maker | null, expiresAt: Date | null): boolean {
  return maker !== null && maker.endsAt !== null && (expiresAt === null || expiresAt > maker.endsAt);
}

/**
 * A bearer key `mk_<environment>_<key id>_<secret>`. Split at the last underscore: the front finds the row, the rest is checked
 * against its hash. Returned once. Made by a tenant's key, it can't do more than that key, and ends with it. Throws `not_found`,
 * `not_permitted`, `insufficient_scope`, `not_enabled`, `limit_reached`, `validation_error` for an expiry in the past or after
 * the end of the caller's key.
 */
export async function createMerchantKey(
  caller: NetworkCaller | TenantCaller,
  input: {
    readonly merchantId: MerchantId;
    readonly shared?: string;
    readonly label?: string | null;
    readonly scopes?: readonly MerchantScope[] | undefined;
    /** Defaults to the end of the caller's key, if it has one. */
    readonly expiresAt?: Date | null;
  },
  claim: IdempotencyClaim<NewMerchantKey> | null = null,
): Promise<NewMerchantKey> {
  const { environment, now } = caller;
  if (caller.kind !== "network") requirePermission(caller, "manage_keys");
  if (input.shared && (environment !== "test" || caller.kind !== "network")) {
    throw new Error("shared credentials exist in the test environment only");
  }
  const scopes = MERCHANT_SCOPES.filter((scope) => input.scopes?.includes(scope) ?? true);
  const maker = await readMaker(caller);
  requireGivable(maker, scopes);
  const { label = null } = input;
  const expiresAt = input.expiresAt ?? maker?.endsAt ?? null;
  if (expiresAt && expiresAt <= now) throw invalidField("expiresAt", "must be in the future");
  if (outlasts(maker, expiresAt)) throw invalidField("expiresAt", "must not be after the end of your key");
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
 * the next request on, in every process. Throws `not_found`, also for a key that is revoked or has ended; `not_permitted`;
 * `insufficient_scope`.
 */
export async function rollMerchantKey(
  caller: TenantCaller,
  input: { readonly merchantId: MerchantId; readonly keyId: string },
  claim: IdempotencyClaim<NewMerchantKey> | null = null,
): Promise<NewMerchantKey> {
  requirePermission(caller, "manage_keys");
  const maker = await readMaker(caller);
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
    requireGivable(
      maker,
      MERCHANT_SCOPES.filter((scope) => row.scopes.includes(scope)),
    );
    if (outlasts(maker, row.expiresAt)) {
      throw new PermissionError("not_permitted", "This key ends before the merchant’s key, so it can’t roll it.");
    }
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
