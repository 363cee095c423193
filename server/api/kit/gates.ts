import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { decodeText } from "@/server/contracts/text/decode-text";
import { actorOf } from "@/server/domain/authority";
import type {
  AcquirerCaller,
  ApiKeyCaller,
  Environment,
  MerchantCaller,
  NetworkKeyCaller,
} from "@/server/domain/caller";
import type { MerchantKey } from "@/server/domain/merchants";
import type { ApiKey } from "@/server/domain/tenants";
import { clientAddress, clientNetwork } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { consume, getLimiter } from "@/server/platform/limiters";
import { metrics } from "@/server/platform/metrics";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import {
  authenticate,
  authenticateMerchant,
  authenticateNetwork,
  requireAddress,
  toCaller,
  toMerchantCaller,
  toNetworkCaller,
} from "./authenticate";
import type { Exchange, Owner } from "./exchange";
import { limitExceeded } from "./limiters";
import { readBody, readBytes } from "./read-request";
import { checkSignature } from "./signature";

type Tier = ApiKey["rateLimitTier"];

/** Requests per second for a tenant in one environment. Counted over two seconds, so a burst may reach twice this. */
export const TIER_RATES: Readonly<Record<Tier, number | null>> = {
  sandbox: 25,
  standard: 100,
  plus: 500,
  network: null,
};
export const BURST_SECONDS = 2;
/** A merchant's share of its tenant's rate, over all the merchant's keys, so that it can't starve others. */
const MERCHANT_SHARE = 0.5;

interface Bucket {
  readonly limiter: string;
  readonly name: string;
  readonly quota: number;
  readonly whose: string;
}

function bucketsOf(caller: CountedCaller, rate: number): [own: Bucket, ...others: Bucket[]] {
  const { tenantId, environment, rateLimitTier: tier, merchantId } = caller;
  const quota = rate * BURST_SECONDS;
  const tenant = { limiter: `tier-${tier}`, name: `${tenantId}:${environment}`, quota, whose: "This tenant" };
  if (merchantId === null) return [tenant];
  const share = { limiter: `share-${tier}`, name: merchantId, quota: Math.floor(quota * MERCHANT_SHARE) };
  return [{ ...share, whose: "This merchant" }, tenant];
}

interface CountedCaller {
  readonly tenantId: TenantId;
  readonly environment: Environment;
  readonly rateLimitTier: Tier;
  readonly merchantId: MerchantId | null;
}

/**
 * Counts a request, replays included, against the tenant's tier, whichever key sent it. A merchant's request counts against its
 * share first, so that a refusal there costs the tenant nothing. Adds the rate-limit headers of the tightest budget, even when
 * it throws `rate_limit_exceeded`.
 */
async function countRequest(caller: CountedCaller, headers: Record<string, string>): Promise<void> {
  const { rateLimitTier: tier } = caller;
  const rate = TIER_RATES[tier];
  if (rate === null) return;
  await countIn(bucketsOf(caller, rate), tier, headers);
}

async function countIn(
  buckets: readonly [own: Bucket, ...others: Bucket[]],
  policy: string,
  headers: Record<string, string>,
): Promise<void> {
  headers["ratelimit-policy"] = `"${policy}";q=${buckets[0].quota};w=${BURST_SECONDS}`;
  let left = Number.POSITIVE_INFINITY;
  for (const { limiter, name, quota, whose } of buckets) {
    const { isOver, remainingPoints, msBeforeNext } = await consume(getLimiter(limiter, quota, BURST_SECONDS), name);
    const waitSeconds = Math.max(isOver ? 1 : 0, Math.ceil(msBeforeNext / 1000));
    if (isOver || remainingPoints < left) headers.ratelimit = `"${policy}";r=${remainingPoints};t=${waitSeconds}`;
    if (isOver) throw limitExceeded(msBeforeNext, `${whose} may make ${quota / BURST_SECONDS} requests a second.`);
    left = remainingPoints;
  }
}

export interface Admitted<Caller> {
  readonly caller: Caller;
  readonly body: string;
}

function keeps({ environment, keepsLiveBodies }: Pick<MerchantKey, "environment" | "keepsLiveBodies">): boolean {
  return environment === "test" || keepsLiveBodies;
}

/** Sets the exchange's owner, and counts the request unless an earlier pass did. */
async function countOnce(exchange: Exchange, owner: Owner, rateLimitTier: Tier): Promise<void> {
  exchange.owner = owner;
  if (exchange.isCounted) return;
  exchange.isCounted = true;
  const { tenantId, environment, merchantId } = owner;
  await countRequest({ tenantId, environment, merchantId, rateLimitTier }, exchange.headers);
}

async function readOnce(exchange: Exchange): Promise<string> {
  exchange.body ??= await readBody(exchange.request);
  return exchange.body;
}

function networkOf({ request, connection }: Exchange): string | null {
  return clientNetwork(request.header("x-forwarded-for"), connection);
}

function addressOf({ request, connection }: Exchange): string | null {
  return clientAddress(request.header("x-forwarded-for"), connection);
}

/** Contract 5.1: authenticate, rate limit, read the body, check the signature. */
export async function admitTenant(exchange: Exchange, at: Date): Promise<Admitted<ApiKeyCaller>> {
  const { request, requestId } = exchange;
  const authenticated = await authenticate(request, networkOf(exchange), at);
  const { key } = authenticated;
  const { tenantId, environment, publicKey: keyId, id: keyRecordId, rateLimitTier } = key;
  const owner = { tenantId, environment, keyId, keyRecordId, merchantId: null, keepsBodies: keeps(key) };
  await countOnce(exchange, owner, rateLimitTier);
  requireAddress(key, () => addressOf(exchange));
  const body = await readOnce(exchange);
  checkSignature(request, body, authenticated, at);
  return { caller: await toCaller(authenticated, at, requestId), body };
}

/** Contract 5.2: authenticate, rate limit (a share of the tenant's tier), read the body. */
export async function admitMerchant(exchange: Exchange, at: Date): Promise<Admitted<MerchantCaller>> {
  const { request, requestId } = exchange;
  const key = await authenticateMerchant(request, networkOf(exchange), at);
  const { tenantId, environment, keyId, id: keyRecordId, merchantId, rateLimitTier } = key;
  await countOnce(
    exchange,
    { tenantId, environment, keyId, keyRecordId, merchantId, keepsBodies: keeps(key) },
    rateLimitTier,
  );
  const body = await readOnce(exchange);
  return { caller: await toMerchantCaller(key, at, requestId), body };
}

/** Requests per second with one key of the network. */
const NETWORK_RATE = 10;

/** Authenticates a key of the network, limits its rate, and reads the file, if there is to be one. */
export async function admitNetwork(
  exchange: Exchange,
  at: Date,
  maxBytes: number | null,
): Promise<Admitted<NetworkKeyCaller>> {
  const { request, requestId, headers } = exchange;
  const key = await authenticateNetwork(request, networkOf(exchange), at);
  const bucket = { limiter: "network-keys", name: key.id, quota: NETWORK_RATE * BURST_SECONDS, whose: "This key" };
  await countIn([bucket], "network", headers);
  requireAddress(key, () => addressOf(exchange));
  const body = maxBytes === null ? "" : decodeText(await readBytes(request, maxBytes));
  return { caller: await toNetworkCaller(key, at, requestId), body };
}

/** A key may have this many requests running or queued per place, to absorb the burst after a stall. */
const ROOM = 2;

const requests = new FairPlaces({
  places: () => getEnv().MAX_REQUESTS,
  mostOfKey: () => getEnv().MAX_REQUESTS * ROOM,
  leastOfKey: () => getEnv().MAX_REQUESTS,
  mostKeys: 1_024,
  refusal: "too many requests are being served",
  onRefused: () => metrics().refused.inc(),
});

/** Runs an admitted request. Throws UnavailableError if its key has too many in progress. */
export function withRequestSlot<T>(caller: AcquirerCaller | NetworkKeyCaller, answer: () => Promise<T>): Promise<T> {
  const [owner, key] =
    caller.kind === "network_key" ? ["network", caller.keyId] : [caller.tenantId, actorOf(caller).actorId];
  return requests.run([`${owner}:${caller.environment}`, key], answer);
}

/** Refusals sent to one caller per second, after an initial burst; further ones are delayed. */
const A_SECOND = 500;
const BURST_MS = 1_000;
const LONGEST_WAIT_MS = 5_000;
const MOST_CALLERS = 10_000;

const nextAt = new LRUCache<string, number>({ max: MOST_CALLERS });

/**
 * Resolves when a refusal to this caller may be sent. Clients that are refused instantly retry instantly, and a few hundred
 * such connections would starve everyone else.
 */
export async function waitForPace(caller: string): Promise<void> {
  const at = performance.now();
  const turn = Math.min(Math.max(nextAt.get(caller) ?? 0, at), at + LONGEST_WAIT_MS);
  nextAt.set(caller, turn + 1_000 / A_SECOND);
  const waitMs = turn - at - BURST_MS;
  if (waitMs > 0) await sleep(waitMs, undefined, { ref: false });
}
