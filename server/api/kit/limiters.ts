import { Redis } from "ioredis";
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "@/server/domain/errors";
import type { ApiKey } from "@/server/domain/tenants";
import { getEnv } from "@/server/platform/env";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";

/** Requests a second. Counted over two seconds, so that a burst may be twice the rate (design 6). */
const TIER_RATES: Readonly<Record<ApiKey["rateLimitTier"], number | null>> = {
  sandbox: 25,
  standard: 100,
  plus: 500,
  network: null,
};
const WINDOW_SECONDS = 2;

/** Failed authentications a minute: of one address, and of one API key from anywhere. */
const FAILURES_PER_ADDRESS = 30;
const FAILURES_PER_KEY = 120;
const FAILURE_WINDOW_SECONDS = 60;

function getRedis(): Redis | null {
  const url = getEnv().REDIS_URL;
  if (!url) return null;
  return processSingleton("redis", () => {
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      // One that hangs counts as away, so that requests go on.
      connectTimeout: 2_000,
      commandTimeout: 250,
    });
    redis.on("error", (error: Error) => getLogger().warn({ error: error.message }, "redis is away"));
    return redis;
  });
}

/** Shared through Redis where there is one; while it is away, each process counts alone. */
function limiter(name: string, points: number, duration: number): RateLimiterAbstract {
  return processSingleton(`limiter-${name}`, () => {
    const options = { keyPrefix: `closed-loop:${name}`, points, duration };
    const memory = new RateLimiterMemory(options);
    const redis = getRedis();
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
  });
}

export function closeRedis(): void {
  getRedis()?.disconnect();
}

function exceeded(waitMs: number, message: string): DomainError {
  return new DomainError("rate_limit_exceeded", message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Counts a request against its key's tier. Adds the headers to `headers` also when it throws `rate_limit_exceeded`. */
export async function countRequest(
  key: Pick<ApiKey, "id" | "rateLimitTier">,
  headers: Record<string, string>,
): Promise<void> {
  const rate = TIER_RATES[key.rateLimitTier];
  if (rate === null) return;
  const quota = rate * WINDOW_SECONDS;
  headers["ratelimit-policy"] = `"${key.rateLimitTier}";q=${quota};w=${WINDOW_SECONDS}`;
  const bucket = limiter(`tier-${key.rateLimitTier}`, quota, WINDOW_SECONDS);
  try {
    const { remainingPoints, msBeforeNext } = await bucket.consume(key.id);
    headers.ratelimit = `"${key.rateLimitTier}";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const waitMs = refusal.msBeforeNext;
    headers.ratelimit = `"${key.rateLimitTier}";r=0;t=${Math.max(1, Math.ceil(waitMs / 1000))}`;
    throw exceeded(waitMs, `This API key may make ${rate} requests a second.`);
  }
}

/** Whose failures an attempt counts against. */
export interface Suspect {
  readonly address: string | null;
  readonly publicKey: string | null;
}

async function consume(bucket: RateLimiterAbstract, name: string): Promise<RateLimiterRes & { isOver: boolean }> {
  try {
    return Object.assign(await bucket.consume(name), { isOver: false });
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Object.assign(refusal, { isOver: true });
    throw refusal;
  }
}

const addressFailures = () => limiter("auth-address", FAILURES_PER_ADDRESS, FAILURE_WINDOW_SECONDS);
const keyFailures = () => limiter("auth-key", FAILURES_PER_KEY, FAILURE_WINDOW_SECONDS);

/**
 * Counts an attempt to authenticate before it costs a bcrypt, so that parallel guesses cannot slip through together.
 * `forgiveAttempt` takes it back when it turns out well. Throws `rate_limit_exceeded`.
 */
export async function countAttempt({ address, publicKey }: Suspect): Promise<void> {
  const ofAddress = address ? await consume(addressFailures(), address) : null;
  const ofKey = publicKey ? await consume(keyFailures(), publicKey) : null;
  if (ofAddress?.isOver) throw exceeded(ofAddress.msBeforeNext, "Too many failed authentications.");
  // An address without failures has one try even at a key under attack: whoever guesses cannot lock its owner out.
  const isFirstOfAddress = ofAddress?.consumedPoints === 1;
  if (ofKey?.isOver && !isFirstOfAddress) throw exceeded(ofKey.msBeforeNext, "Too many failed authentications.");
}

export async function forgiveAttempt({ address, publicKey }: Suspect): Promise<void> {
  if (address) await addressFailures().reward(address);
  if (publicKey) await keyFailures().reward(publicKey);
}

/** Whose misses a look-up of a code by code counts against. */
interface Guesser {
  readonly keyId: string;
  readonly merchant: string | null;
}

const MISSES_PER_MERCHANT = 30;
const MISSES_PER_KEY = 120;
const MISS_WINDOW_SECONDS = 600;

function missBuckets({ keyId, merchant }: Guesser): { bucket: RateLimiterAbstract; name: string; points: number }[] {
  const bucketOf = (name: string, points: number) => limiter(name, points, MISS_WINDOW_SECONDS);
  const ofKey = { bucket: bucketOf("misses-key", MISSES_PER_KEY), name: keyId, points: MISSES_PER_KEY };
  if (!merchant) return [ofKey];
  const ofMerchant = bucketOf("misses-merchant", MISSES_PER_MERCHANT);
  return [ofKey, { bucket: ofMerchant, name: merchant, points: MISSES_PER_MERCHANT }];
}

/** Counts a look-up of a code that was not there. */
export async function countMiss(guesser: Guesser): Promise<void> {
  for (const { bucket, name } of missBuckets(guesser)) await consume(bucket, name);
}

/**
 * Throws `rate_limit_exceeded` for whoever has missed too often of late. Look-ups already under way go through: they
 * are no more than the tier's burst, against 2^50 codes, and counting them beforehand would refuse honest bursts.
 */
export async function refuseGuesser(guesser: Guesser): Promise<void> {
  for (const { bucket, name, points } of missBuckets(guesser)) {
    const misses = await bucket.get(name);
    if (misses && misses.consumedPoints >= points) {
      throw exceeded(misses.msBeforeNext, "Too many payment codes that do not exist.");
    }
  }
}
