import type { MerchantScope } from "@/server/contracts/keys/merchant-scopes";
import { isWithin } from "@/server/contracts/keys/networks";
import { TENANT_SCOPES, type TenantResource, type TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { OperationContract, TAGS } from "@/server/contracts/rest/operation";
import type { ApiKeyCaller, MerchantCaller, NetworkKeyCaller } from "@/server/domain/caller";
import { DomainError, PermissionError } from "@/server/domain/errors";
import { findMerchantKey, type MerchantKey, markMerchantKeyUsed, storeMerchantKeyTag } from "@/server/domain/merchants";
import { findNetworkKey, markNetworkKeyUsed, type NetworkKey, storeNetworkKeyTag } from "@/server/domain/network-keys";
import { inOwnTime } from "@/server/domain/sandbox-clock";
import { type ApiKey, findApiKey, markApiKeyUsed, storeApiKeyTag } from "@/server/domain/tenants";
import { isTagOf, isVerifiedSecret, tagSecret, verifySecret } from "@/server/platform/crypto";
import { countAttempt, forgiveAttempt, type Suspect } from "./limiters";
import type { ApiRequest } from "./request";

/** One message for every wrong secret, so that a failure doesn't reveal how close a guess was. */
function authenticationFailed(): DomainError {
  return new DomainError("authentication_failed", "Authentication failed.");
}

/** Names a formal mistake, which a caller can see without knowing any secret. */
function misplaced(field: "X-API-Key" | "Authorization", message: string): DomainError {
  return new DomainError("authentication_failed", message, { field });
}

function readBearer(request: ApiRequest): string | null {
  return /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1] ?? null;
}

/** RFC 9110 requires a challenge on every 401; RFC 6750 adds the reason if a bearer was sent and refused. */
export function challengeFor(request: ApiRequest, error: DomainError): string {
  const isRefused = error.code === "authentication_failed" && readBearer(request) !== null;
  return `Bearer realm="Closed Loop"${isRefused ? ', error="invalid_token"' : ""}`;
}

interface SecretKey {
  readonly id: string;
  readonly secretHash: string;
  readonly secretTag: string | null;
}

/**
 * Whether this is the key's secret. A secret verified before costs nothing, and one whose tag matches is checked without being
 * counted, so that guessing can't lock out a key's owner. Any other is counted once per check, however many requests wait for
 * it, and the count is taken back unless the secret is wrong. `keepTag` gets the tag of a right secret that had none, or one
 * made with an older tag key. Throws `rate_limit_exceeded`.
 */
async function checkSecret<Key extends SecretKey>(
  key: Key,
  secret: string,
  suspect: Suspect,
  keepTag: (key: Key, tag: string) => Promise<void>,
): Promise<boolean> {
  if (isVerifiedSecret(key.id, key.secretHash, secret)) return true;
  return verifySecret(key.id, key.secretHash, secret, async (compare) => {
    // One wrong guess in four billion has the right tag by chance. It is counted below like any other.
    if (isTagOf(key.secretTag, key.id, secret) && (await compare("recognized secrets"))) {
      const tag = tagSecret(key.id, secret);
      if (tag !== key.secretTag) await keepTag(key, tag);
      return true;
    }
    await countAttempt(suspect);
    let isWrong = false;
    try {
      isWrong = !(await compare("secrets"));
    } finally {
      if (!isWrong) await forgiveAttempt(suspect);
    }
    if (!isWrong) await keepTag(key, tagSecret(key.id, secret));
    return !isWrong;
  });
}

const PUBLIC_KEY = /^pk_(live|test)_[0-9A-Za-z_-]{1,64}$/;
/** At most 72 bytes, which is all that bcrypt reads, and printable ASCII only. */
const SECRET = /^sk_(live|test)_[\x21-\x7e]{1,63}$/;

export interface Authenticated {
  readonly key: ApiKey;
  /** The bearer secret, needed to check the request's signature. Don't store or log it. */
  readonly secret: string;
}

/** Whether the key has expired, by real time even in a sandbox, because people set the date in the console. */
function isOver({ expiresAt }: Pick<ApiKey, "expiresAt">, at: Date): boolean {
  return expiresAt !== null && at >= expiresAt;
}

/**
 * Contract 5.1. Throws 403 `api_key_not_registered` for an unknown X-API-Key, without running bcrypt; 401
 * `authentication_failed` for a missing X-API-Key, and for a bearer that is missing, malformed, wrong, or of a revoked key; 429
 * after too many failures of an address or key.
 */
export async function authenticate(request: ApiRequest, address: string | null, at: Date): Promise<Authenticated> {
  const publicKey = request.header("x-api-key") ?? "";
  const bearer = readBearer(request);
  const key = PUBLIC_KEY.test(publicKey) ? await findApiKey(publicKey) : null;
  const refusal = key ? faultOfBearer(bearer, key) : faultOfKey(publicKey, bearer);
  if (!key || bearer === null || refusal) {
    await countAttempt({ address, publicKey: null });
    throw refusal ?? authenticationFailed();
  }
  const isRight = await checkSecret(key, bearer, { address, publicKey }, storeApiKeyTag);
  if (!isRight || key.revokedAt || isOver(key, at)) throw authenticationFailed();
  return { key, secret: bearer };
}

const OTHER_SURFACE =
  "is a merchant’s key, which works on /merchant/v1 only, and without X-Merchant. This request needs a tenant’s X-API-Key and secret.";

function faultOfKey(publicKey: string, bearer: string | null): DomainError {
  if (publicKey === "") {
    if (bearer?.startsWith("mk_")) return misplaced("Authorization", `This ${OTHER_SURFACE}`);
    return misplaced("X-API-Key", "X-API-Key is missing.");
  }
  const hint = publicKey.startsWith("mk_")
    ? `: it ${OTHER_SURFACE}`
    : publicKey.startsWith("sk_")
      ? ": it is a secret. Send it as the bearer token."
      : ".";
  return new DomainError("api_key_not_registered", `This X-API-Key isn’t registered${hint}`, { field: "X-API-Key" });
}

function faultOfBearer(bearer: string | null, key: ApiKey): DomainError | null {
  if (bearer === null) {
    return misplaced("Authorization", "The secret is missing. Send it as Authorization: Bearer sk_….");
  }
  if (bearer.startsWith("mk_")) return misplaced("Authorization", `This ${OTHER_SURFACE}`);
  const [, environment] = SECRET.exec(bearer) ?? [];
  if (!environment) return authenticationFailed();
  if (environment === key.environment) return null;
  return misplaced("Authorization", `X-API-Key is a ${key.environment} key, but the secret is a ${environment} one.`);
}

/**
 * Throws `address_not_allowed` if the key is limited to other addresses. Called only after authentication, so that a caller
 * without the secret learns nothing.
 */
export function requireAddress(
  { allowedAddresses }: Pick<ApiKey, "allowedAddresses">,
  addressOf: () => string | null,
): void {
  if (allowedAddresses.length === 0) return;
  const address = addressOf();
  if (isWithin(address, allowedAddresses)) return;
  throw new DomainError("address_not_allowed", "This key isn’t accepted from your address.", { details: { address } });
}

/** The caller acts by its tenant's clock; the key's last use is recorded in real time. */
export async function toCaller({ key }: Authenticated, at: Date, requestId: string): Promise<ApiKeyCaller> {
  await markApiKeyUsed(key, at);
  return {
    kind: "tenant",
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    apiKeyId: key.id,
    scopes: key.scopes,
    environment: key.environment,
    ...inOwnTime(at, key.aheadMs),
    requestId,
    standing: { tenantId: key.tenantId, version: key.standing },
  };
}

/** A key in one piece: `mk_<environment>_<key id>_<secret>`. The last underscore separates its public name from its secret. */
interface BearerKeys<Key> {
  readonly pattern: RegExp;
  readonly find: (keyId: string) => Promise<Key | null>;
  readonly keepTag: (key: Key, tag: string) => Promise<void>;
  readonly hasEnded: (key: Key, at: Date) => boolean;
  /** What is wrong with a bearer that is none of these keys. */
  readonly faultOf: (bearer: string | null) => DomainError;
}

/** Throws 401 `authentication_failed` for any fault of the key, 429 after too many failures. */
async function authenticateBearer<Key extends SecretKey & { readonly revokedAt: Date | null }>(
  { pattern, find, keepTag, hasEnded, faultOf }: BearerKeys<Key>,
  request: ApiRequest,
  address: string | null,
  at: Date,
): Promise<Key> {
  const bearer = readBearer(request);
  const [, keyId, secret] = pattern.exec(bearer ?? "") ?? [];
  const key = keyId && secret ? await find(keyId) : null;
  if (!key || !keyId || !secret) {
    await countAttempt({ address, publicKey: null });
    throw faultOf(bearer);
  }
  const isRight = await checkSecret(key, secret, { address, publicKey: keyId }, keepTag);
  if (!isRight || key.revokedAt || hasEnded(key, at)) throw authenticationFailed();
  return key;
}

const MERCHANT_KEYS: BearerKeys<MerchantKey> = {
  pattern: /^(mk_(?:live|test)_[0-9A-Za-z_-]{1,80})_([0-9A-Za-z-]{1,64})$/,
  find: findMerchantKey,
  keepTag: storeMerchantKeyTag,
  // By its tenant's clock.
  hasEnded: ({ expiresAt, aheadMs }, at) => expiresAt !== null && inOwnTime(at, aheadMs).now >= expiresAt,
  faultOf: (bearer) => {
    if (bearer === null)
      return misplaced("Authorization", "The key is missing. Send it as Authorization: Bearer mk_….");
    if (!/^[sp]k_/.test(bearer)) return authenticationFailed();
    const message =
      "This is a tenant’s credential. On /merchant/v1 it needs its X-API-Key, and X-Merchant with the id of the merchant it acts for.";
    return misplaced("Authorization", message);
  },
};

/** Contract 5.2. Throws as `authenticateBearer` does. */
export function authenticateMerchant(request: ApiRequest, address: string | null, at: Date): Promise<MerchantKey> {
  return authenticateBearer(MERCHANT_KEYS, request, address, at);
}

const NETWORK_KEYS: BearerKeys<NetworkKey> = {
  pattern: /^(nk_(?:live|test)_[0-9a-f]{1,80})_([0-9a-f]{1,64})$/,
  find: findNetworkKey,
  keepTag: storeNetworkKeyTag,
  hasEnded: isOver,
  faultOf: (bearer) => {
    if (bearer?.startsWith("nk_")) return authenticationFailed();
    const message = "This request needs a key of the network, which operators make: Authorization: Bearer nk_….";
    return misplaced("Authorization", message);
  },
};

/** Throws as `authenticateBearer` does. */
export function authenticateNetwork(request: ApiRequest, address: string | null, at: Date): Promise<NetworkKey> {
  return authenticateBearer(NETWORK_KEYS, request, address, at);
}

export async function toNetworkCaller(key: NetworkKey, at: Date, requestId: string): Promise<NetworkKeyCaller> {
  await markNetworkKeyUsed(key, at);
  return { kind: "network_key", keyId: key.id, environment: key.environment, now: at, requestId };
}

export async function toMerchantCaller(key: MerchantKey, at: Date, requestId: string): Promise<MerchantCaller> {
  const clock = inOwnTime(at, key.aheadMs);
  // By the tenant's clock: the console shows it next to the merchant's payments.
  await markMerchantKeyUsed(key, clock.now);
  return {
    kind: "merchant",
    merchantId: key.merchantId,
    key: { kind: "merchant_key", id: key.id },
    scopes: key.scopes,
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    environment: key.environment,
    ...clock,
    requestId,
    standing: { tenantId: key.tenantId, version: key.standing },
  };
}

/**
 * The scope required by each merchant operation, or those of which one is enough. `sale` takes payments and voids them, `refund`
 * gives money back, `read` only reads, `manage` revokes agreements and changes webhook subscriptions. What a key with `sale`
 * alone undoes, `requireUndo` of the domain decides.
 */
export const SCOPE_OF_OPERATION: Readonly<Record<string, MerchantScope | readonly [MerchantScope, MerchantScope]>> = {
  validatePaymentCode: "sale",
  sellPaymentCode: "sale",
  chargePaymentCode: "sale",
  authorizeTransaction: "sale",
  incrementTransaction: "sale",
  captureTransaction: "sale",
  voidTransaction: "sale",
  sellTransaction: "sale",
  refundTransaction: ["refund", "sale"],
  reverseTransaction: ["refund", "sale"],
  getTransaction: "read",
  listMerchantAuthorizations: "read",
  listTransactions: "read",
  listMerchantRefunds: "read",
  listSettlements: "read",
  listMerchantLines: "read",
  listMerchantPayouts: "read",
  getMerchantBalances: "read",
  listMerchantEntries: "read",
  authorizeRecurring: "sale",
  chargeRecurring: "sale",
  getRecurring: "read",
  revokeRecurring: "manage",
  listRecurring: "read",
  preflightRecurring: "read",
  getChargeRequest: "read",
  createOwnWebhookSubscription: "manage",
  listOwnWebhookSubscriptions: "read",
  getOwnWebhookSubscription: "read",
  updateOwnWebhookSubscription: "manage",
  deleteOwnWebhookSubscription: "manage",
  rotateOwnWebhookSecret: "manage",
  makeOwnNextWebhookSecret: "manage",
  listOwnWebhookDeliveries: "read",
  retryOwnWebhookDelivery: "manage",
  replayOwnWebhookEvents: "manage",
  getOwnWebhookReplay: "read",
  cancelOwnWebhookReplay: "manage",
  listMerchantEvents: "read",
  getMerchantEvent: "read",
};

/** Throws `insufficient_scope`, or a plain Error for an operation missing from the table. */
export function requireScope({ scopes }: MerchantCaller, operation: string): void {
  const anyOf = [SCOPE_OF_OPERATION[operation] ?? []].flat();
  const [scope] = anyOf;
  if (!scope) throw new Error(`${operation} has no scope`);
  if (anyOf.some((one) => scopes?.includes(one))) return;
  throw new PermissionError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}

type Tag = keyof typeof TAGS;

/**
 * The resource of each group of operations: GET, and what a merchant's key needs the scope `read` for, requires `read` on it,
 * everything else `write`. Null requires no scope. `money` covers settlement, balances, fundings, floats, payouts, and payout accounts.
 */
const RESOURCE_OF_TAG: Readonly<Partial<Record<Tag, TenantResource | null>>> = {
  Authorizations: "payments",
  "Captures and refunds": "payments",
  Disputes: "payments",
  "Payment codes": "payments",
  "Payment codes at the merchant": "payments",
  Transactions: "payments",
  "Recurring authorizations": "payments",
  Settlement: "money",
  "Settlement at the merchant": "money",
  Balances: "money",
  Reports: "money",
  Merchants: "merchants",
  Members: "members",
  Cards: "members",
  Webhooks: "webhooks",
  "Webhooks at the merchant": "webhooks",
  Sandbox: "sandbox",
  Tenant: null,
};

/** The request log tells of every resource, so reading it takes the read scope of each. */
const EVERY_READING = TENANT_SCOPES.filter((scope) => scope.endsWith(":read"));

const SCOPES_OF_TENANT_OPERATION: Readonly<Record<string, readonly TenantScope[]>> = {
  listRequests: EVERY_READING,
  createReport: ["money:read"],
  openFloat: ["money:write"],
  listFloats: ["money:read"],
  createFunding: ["money:write"],
  reverseFunding: ["money:write"],
  listFundings: ["money:read"],
  getFunding: ["money:read"],
  createMemberPayout: ["money:write"],
  listMemberPayouts: ["money:read"],
  getMemberPayout: ["money:read"],
  setPayoutAccount: ["money:write"],
  setMerchantPrice: ["money:write"],
  // The link opens a wallet, which pays and pays out.
  inviteMember: ["members:write", "payments:write", "money:write"],
};

type Operation = Pick<OperationContract, "id" | "method" | "tag">;

/**
 * All scopes that the operation requires; none means that any key will do. Throws a plain Error for a group missing from the
 * table.
 */
export function tenantScopesOf({ id, method, tag }: Operation): readonly TenantScope[] {
  const own = SCOPES_OF_TENANT_OPERATION[id];
  if (own) return own;
  const resource = RESOURCE_OF_TAG[tag];
  if (resource === undefined) throw new Error(`${tag} has no resource`);
  const isReading = method === "GET" || SCOPE_OF_OPERATION[id] === "read";
  return resource === null ? [] : [`${resource}:${isReading ? "read" : "write"}`];
}

/** Throws `insufficient_scope`. */
export function requireTenantScope({ scopes }: ApiKeyCaller, operation: Operation): void {
  const scope = tenantScopesOf(operation).find((needed) => !scopes?.includes(needed));
  if (!scope) return;
  throw new PermissionError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}
