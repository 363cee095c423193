import type { MerchantScope } from "@/server/contracts/keys/merchant-scopes";
import { isWithin } from "@/server/contracts/keys/networks";
import type { TenantResource, TenantScope } from "@/server/contracts/keys/tenant-scopes";
import type { OperationContract, TAGS } from "@/server/contracts/rest/operation";
import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import {
  findMerchantKey,
  keepMerchantKeyTag,
  type MerchantKey,
  markMerchantKeyUsed,
  recallMerchantKey,
} from "@/server/domain/merchants";
import { CallerStanding } from "@/server/domain/remembered-keys";
import { inOwnTime } from "@/server/domain/sandbox-clock";
import { type ApiKey, findApiKey, keepApiKeyTag, markApiKeyUsed, recallApiKey } from "@/server/domain/tenants";
import { isTagOf, isVerifiedSecret, tagSecret, verifySecret } from "@/server/platform/crypto";
import { countAttempt, forgiveAttempt, type Suspect } from "./limiters";
import type { ApiRequest } from "./request";

/** Every fault of a secret gets this one sentence, so that a failure does not reveal how near a guess was. */
function authenticationFailed(): DomainError {
  return new DomainError("authentication_failed", "Authentication failed.");
}

/** Names a mistake that can be seen without knowing any secret: it is the caller's own, and no guess. */
function misplaced(field: "X-API-Key" | "Authorization", message: string): DomainError {
  return new DomainError("authentication_failed", message, { field });
}

/** The text after `Bearer `; null if there is none, or another scheme was used. */
function readBearer(request: ApiRequest): string | null {
  return /^Bearer (.+)$/i.exec(request.header("authorization") ?? "")?.[1] ?? null;
}

/** RFC 9110 asks for a challenge on every 401, RFC 6750 for the reason where a bearer was sent and not accepted. */
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
 * Whether the secret is the key's. One that was right before costs nothing, and one whose tag is the key's is checked
 * without being counted: guessing at a key cannot lock its owner out, wherever the guesses come from. Any other is counted
 * once per check, however many requests wait for it, and that is taken back unless it is wrong. `keepTag` is called with
 * the tag of a secret that was right without one, or whose tag an older key made. Throws `rate_limit_exceeded`.
 */
async function checkSecret<Key extends SecretKey>(
  key: Key,
  secret: string,
  suspect: Suspect,
  keepTag: (key: Key, tag: string) => Promise<void>,
): Promise<boolean> {
  if (isVerifiedSecret(key.id, key.secretHash, secret)) return true;
  return verifySecret(key.id, key.secretHash, secret, async (compare) => {
    // One guess in four billion has the tag by chance: it is counted below like the others.
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
/** Under bcrypt's 72 bytes, and nothing but printable ASCII. */
const SECRET = /^sk_(live|test)_[\x21-\x7e]{1,63}$/;

export interface Authenticated {
  readonly key: ApiKey;
  readonly standing: CallerStanding;
  /** The bearer secret, for checking the request's signature. Goes nowhere else. */
  readonly secret: string;
}

/**
 * A key as it was read in the last minute, if the secret is right for it. Looks at memory alone: the key may have changed
 * since, so the request has to prove it before it is answered.
 */
export function recallAuthenticated(request: ApiRequest, at: Date): Authenticated | null {
  const bearer = readBearer(request);
  const known = bearer === null ? null : recallApiKey(request.header("x-api-key") ?? "");
  if (!known || bearer === null || isOver(known, at)) return null;
  if (!isVerifiedSecret(known.id, known.secretHash, bearer)) return null;
  return { key: known, secret: bearer, standing: new CallerStanding(known, { isRemembered: true }) };
}

/** Whether the key's own end has come, by real time: people set it in the console. */
function isOver({ expiresAt }: ApiKey, at: Date): boolean {
  return expiresAt !== null && at >= expiresAt;
}

/**
 * Contract 5.1. 403 `api_key_not_registered` for any unknown X-API-Key, without a bcrypt, whether or
 * not a bearer comes with it; 401 `authentication_failed` for none, and for a bearer that is missing, malformed,
 * mismatched, wrong, or of a revoked key; 429 for too many failures of an address or key.
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
  const isRight = await checkSecret(key, bearer, { address, publicKey }, keepApiKeyTag);
  if (!isRight || key.revokedAt || isOver(key, at)) throw authenticationFailed();
  return { key, secret: bearer, standing: new CallerStanding(key, { isRemembered: false }) };
}

const OTHER_SURFACE =
  "is a merchant’s key, which works on /merchant/v1 only. /v1 requires a tenant’s X-API-Key and secret.";

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

/** Null for a secret that has the right form: whether it is the right one is another question. */
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
 * Throws `address_not_allowed` where the key is accepted from some addresses only. Asked once the key is known, so that the
 * answer tells nothing to those who lack its secret.
 */
export function requireAddress({ key }: Authenticated, addressOf: () => string | null): void {
  const { allowedAddresses } = key;
  if (allowedAddresses.length === 0) return;
  const address = addressOf();
  if (isWithin(address, allowedAddresses)) return;
  throw new DomainError("address_not_allowed", "This key isn’t accepted from your address.", { details: { address } });
}

/** The caller acts by its tenant's clock; the use of its key is noted by the real one. */
export async function toCaller({ key, standing }: Authenticated, at: Date, requestId: string): Promise<ApiKeyCaller> {
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
    standing,
  };
}

/** `mk_<environment>_<key id>_<secret>`; the last underscore separates the name of the key from its secret. */
const KEY = /^(mk_(?:live|test)_[0-9A-Za-z_-]{1,80})_([0-9A-Za-z-]{1,64})$/;

interface AuthenticatedMerchant {
  readonly key: MerchantKey;
  readonly standing: CallerStanding;
}

/** As for a tenant: the key as it is remembered, if the secret was right for that. */
export function recallAuthenticatedMerchant(request: ApiRequest, at: Date): AuthenticatedMerchant | null {
  const [, keyId, secret] = KEY.exec(readBearer(request) ?? "") ?? [];
  const known = keyId ? recallMerchantKey(keyId) : null;
  if (!known || !secret || hasEnded(known, at)) return null;
  if (!isVerifiedSecret(known.id, known.secretHash, secret)) return null;
  return { key: known, standing: new CallerStanding(known, { isRemembered: true }) };
}

/** Whether the key's own end has come, by the clock of its tenant. */
function hasEnded({ expiresAt, aheadMs }: MerchantKey, at: Date): boolean {
  return expiresAt !== null && inOwnTime(at, aheadMs).now >= expiresAt;
}

/** Contract 5.2. 401 `authentication_failed` for any fault of the key; 429 for too many failures. */
export async function authenticateMerchant(
  request: ApiRequest,
  address: string | null,
  at: Date,
): Promise<AuthenticatedMerchant> {
  const bearer = readBearer(request);
  const [, keyId, secret] = KEY.exec(bearer ?? "") ?? [];
  const key = keyId && secret ? await findMerchantKey(keyId) : null;
  if (!key || !keyId || !secret) {
    await countAttempt({ address, publicKey: null });
    throw faultOf(bearer);
  }
  const isRight = await checkSecret(key, secret, { address, publicKey: keyId }, keepMerchantKeyTag);
  if (!isRight || key.revokedAt || hasEnded(key, at)) throw authenticationFailed();
  return { key, standing: new CallerStanding(key, { isRemembered: false }) };
}

/** A fault that can be seen without knowing any key. */
function faultOf(bearer: string | null): DomainError {
  if (bearer === null) return misplaced("Authorization", "The key is missing. Send it as Authorization: Bearer mk_….");
  if (!/^[sp]k_/.test(bearer)) return authenticationFailed();
  const message =
    "This is a tenant’s credential, which works on /v1 only. /merchant/v1 requires a merchant’s key, mk_….";
  return misplaced("Authorization", message);
}

export async function toMerchantCaller(
  { key, standing }: AuthenticatedMerchant,
  at: Date,
  requestId: string,
): Promise<MerchantCaller> {
  const clock = inOwnTime(at, key.aheadMs);
  // Its page shows it beside the merchant's payments.
  await markMerchantKeyUsed(key, clock.now);
  return {
    kind: "merchant",
    merchantId: key.merchantId,
    merchantKeyId: key.id,
    scopes: key.scopes,
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    environment: key.environment,
    ...clock,
    requestId,
    standing,
  };
}

/**
 * The scope that each merchant operation requires. `sale` takes payments and voids them, `refund` gives money back, `read`
 * only reads, `manage` revokes agreements and changes webhook subscriptions.
 */
export const SCOPE_OF_OPERATION: Readonly<Record<string, MerchantScope>> = {
  validatePaymentCode: "sale",
  sellPaymentCode: "sale",
  chargePaymentCode: "sale",
  authorizeTransaction: "sale",
  incrementTransaction: "sale",
  captureTransaction: "sale",
  voidTransaction: "sale",
  sellTransaction: "sale",
  refundTransaction: "refund",
  reverseTransaction: "refund",
  getTransaction: "read",
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
};

/** Throws `insufficient_scope`, and for an operation without a row a fault of ours. */
export function requireScope({ scopes }: MerchantCaller, operation: string): void {
  const scope = SCOPE_OF_OPERATION[operation];
  if (!scope) throw new Error(`${operation} has no scope`);
  if (scopes?.includes(scope)) return;
  throw new DomainError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}

type Tag = keyof typeof TAGS;

/**
 * The resource of each group of operations: a GET requires a tenant's key to read it, any other method to write it. Null
 * lets every key in. `money` covers settlement, balances, fundings, and payout accounts.
 */
const RESOURCE_OF_TAG: Readonly<Partial<Record<Tag, TenantResource | null>>> = {
  Authorizations: "payments",
  "Captures and refunds": "payments",
  "Payment codes": "payments",
  Settlement: "money",
  Balances: "money",
  Reports: "money",
  Merchants: "merchants",
  Members: "members",
  Cards: "members",
  Webhooks: "webhooks",
  Sandbox: "sandbox",
  Tenant: null,
};

/** Operations that differ from their group. */
const SCOPES_OF_TENANT_OPERATION: Readonly<Record<string, readonly TenantScope[]>> = {
  createReport: ["money:read"],
  createFunding: ["money:write"],
  reverseFunding: ["money:write"],
  listFundings: ["money:read"],
  getFunding: ["money:read"],
  setPayoutAccount: ["money:write"],
  setMerchantPrice: ["money:write"],
  // The merchant's key sells and refunds, which its maker must be allowed to do.
  createMerchantKey: ["merchants:write", "payments:write"],
};

type Operation = Pick<OperationContract, "id" | "method" | "tag">;

/** All that a key needs. None: any key may. For a group without a row a fault of ours. */
export function tenantScopesOf({ id, method, tag }: Operation): readonly TenantScope[] {
  const own = SCOPES_OF_TENANT_OPERATION[id];
  if (own) return own;
  const resource = RESOURCE_OF_TAG[tag];
  if (resource === undefined) throw new Error(`${tag} has no resource`);
  return resource === null ? [] : [`${resource}:${method === "GET" ? "read" : "write"}`];
}

/** Throws `insufficient_scope`. */
export function requireTenantScope({ scopes }: ApiKeyCaller, operation: Operation): void {
  const scope = tenantScopesOf(operation).find((needed) => !scopes?.includes(needed));
  if (!scope) return;
  throw new DomainError("insufficient_scope", `This key has no scope ${scope}.`, { details: { scope } });
}
