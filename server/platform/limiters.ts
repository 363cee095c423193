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
      // One that hangs counts as away, so that requests go on.
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

/** `points` in `duration` seconds. Shared through Redis where there is one, else by the workers of one start. */
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

/** As many times as the network of one subscriber may do something, so may the /48 around it. */
const SITE_FACTOR = 4;

/** Limits by where someone is: an address as `clientAddress` says it, and the /48 around an IPv6 one. */
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
 * Takes a point of an address, and of the /48 around it: who rents one has 65,536 networks to come from. The answer is
 * that of the stricter one. What an address tries beyond its own limit uses up nothing of its neighbors'.
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
