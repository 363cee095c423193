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

function getRedis(): Redis | null {
  const url = getEnv().REDIS_URL;
  if (!url) return null;
  return processSingleton("redis", () => {
    const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
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

export async function closeRedis(): Promise<void> {
  getRedis()?.disconnect();
}

function exceeded(waitMs: number, message: string): DomainError {
  return new DomainError("rate_limit_exceeded", message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Counts a request against its key's tier. Adds the headers to `headers` also when it throws `rate_limit_exceeded`. */
export async function countRequest(key: ApiKey, headers: Record<string, string>): Promise<void> {
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

function suspects({ address, publicKey }: Suspect): { bucket: RateLimiterAbstract; name: string }[] {
  const list: { bucket: RateLimiterAbstract; name: string }[] = [];
  if (address) list.push({ bucket: limiter("auth-address", FAILURES_PER_ADDRESS, 60), name: address });
  if (publicKey) list.push({ bucket: limiter("auth-key", FAILURES_PER_KEY, 60), name: publicKey });
  return list;
}

/**
 * Counts an attempt to authenticate before it costs a bcrypt, so that parallel guesses cannot slip through together.
 * `forgiveAttempt` takes it back when it turns out well.
 */
export async function countAttempt(suspect: Suspect): Promise<void> {
  for (const { bucket, name } of suspects(suspect)) {
    try {
      await bucket.consume(name);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw exceeded(refusal.msBeforeNext, "Too many failed authentications.");
    }
  }
}

export async function forgiveAttempt(suspect: Suspect): Promise<void> {
  await Promise.all(suspects(suspect).map(({ bucket, name }) => bucket.reward(name)));
}
