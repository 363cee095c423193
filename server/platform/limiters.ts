import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { siteOf } from "./connection";
import { getEnv } from "./env";
import { getLogger } from "./logger";
import { watchRedis } from "./metrics";
import { countsTogether } from "./planes";
import { processSingleton } from "./singleton";

function getRedis(): Redis | null {
  const url = getEnv().REDIS_URL;
  if (!url) return null;
  return processSingleton("redis", () => {
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      // Treats a hanging Redis as unavailable, so that requests go on.
      connectTimeout: 2_000,
      commandTimeout: 250,
    });
    redis.on("error", (error: Error) => getLogger().warn({ error: error.message }, "redis is away"));
    watchRedis(() =>
      redis.ping().then(
        () => true,
        () => false,
      ),
    );
    return redis;
  });
}

/** `points` per `duration` seconds. Shared through Redis if configured, otherwise between the workers of one start. */
export function getLimiter(name: string, points: number, duration: number): RateLimiterAbstract {
  return processSingleton(`limiter-${name}`, () => {
    const options = { keyPrefix: `closed-loop:${name}`, points, duration };
    const memory = countsTogether() ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
    const redis = getRedis();
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory }) : memory;
  });
}

export function closeRedis(): void {
  getRedis()?.disconnect();
}

/** Takes a point. Exceeding the limit is reported, not thrown. */
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

/** A /48 may do this many times as much as one subscriber's network. */
const SITE_FACTOR = 4;

export interface AddressLimiter {
  readonly ofAddress: RateLimiterAbstract;
  readonly ofSite: RateLimiterAbstract;
}

export function getAddressLimiter(name: string, points: number, duration: number): AddressLimiter {
  return {
    ofAddress: getLimiter(name, points, duration),
    ofSite: getLimiter(`${name}-site`, points * SITE_FACTOR, duration),
  };
}

/**
 * Takes a point for the address and for its /48, since a /48 holds 65,536 networks. Returns the stricter result. Attempts
 * beyond an address's own limit don't count against its neighbors.
 */
export async function consumeAddress(limiter: AddressLimiter, address: string): ReturnType<typeof consume> {
  const own = await consume(limiter.ofAddress, address);
  const site = siteOf(address);
  return own.isOver || site === null ? own : consume(limiter.ofSite, site);
}

export async function rewardAddress({ ofAddress, ofSite }: AddressLimiter, address: string): Promise<void> {
  const site = siteOf(address);
  await Promise.all([ofAddress.reward(address), site && ofSite.reward(site)]);
}
