import cluster from "node:cluster";
import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { getEnv } from "./env";
import { getLogger } from "./logger";
import { processSingleton } from "./singleton";

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

/** `points` in `duration` seconds. Shared through Redis where there is one, else by the workers of one start. */
export function getLimiter(name: string, points: number, duration: number): RateLimiterAbstract {
  return processSingleton(`limiter-${name}`, () => {
    const options = { keyPrefix: `closed-loop:${name}`, points, duration };
    const memory = cluster.isWorker ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
    const redis = getRedis();
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
  });
}

export function closeRedis(): void {
  getRedis()?.disconnect();
}

/** Takes a point; being over the limit is an answer, not an error. */
export async function consume(
  limiter: RateLimiterAbstract,
  name: string,
): Promise<RateLimiterRes & { readonly isOver: boolean }> {
  try {
    return Object.assign(await limiter.consume(name), { isOver: false });
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return Object.assign(refusal, { isOver: true });
    throw refusal;
  }
}

/** Whose failures an attempt to prove an identity counts against: where it came from, and whom it claims to be. */
export interface Suspect {
  readonly address: string | null;
  readonly name: string | null;
}

interface AttemptLimiters {
  readonly ofAddress: RateLimiterAbstract;
  readonly ofName: RateLimiterAbstract;
}

/**
 * Counts an attempt before it costs a bcrypt, so that parallel guesses cannot slip through together; `forgiveAttempt`
 * takes it back when it turns out well. Returns how long to wait in milliseconds, or null where the attempt may be made.
 */
export async function countAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<number | null> {
  const ofAddress = address ? await consume(limiters.ofAddress, address) : null;
  const ofName = name ? await consume(limiters.ofName, name) : null;
  if (ofAddress?.isOver) return ofAddress.msBeforeNext;
  // An address without failures has one try even at a name under attack: a guesser cannot lock its owner out.
  const isFirstOfAddress = ofAddress?.consumedPoints === 1;
  return ofName?.isOver && !isFirstOfAddress ? ofName.msBeforeNext : null;
}

export async function forgiveAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<void> {
  if (address) await limiters.ofAddress.reward(address);
  if (name) await limiters.ofName.reward(name);
}
