import { Redis } from "ioredis";
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { networksAround } from "./connection";
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
    redis.on("error", (error: Error) =>
      getLogger().warn({ error: error.message }, "redis is away: each process counts by itself"),
    );
    watchRedis(() =>
      redis.ping().then(
        () => true,
        () => false,
      ),
    );
    return redis;
  });
}

interface Limit {
  readonly keyPrefix: string;
  readonly points: number;
  /** Seconds. */
  readonly duration: number;
}

/**
 * `points` per `duration` seconds. Shared through Redis if configured, otherwise through `elsewhere`, or between the workers of
 * one start.
 */
export function getLimiter(
  name: string,
  points: number,
  duration: number,
  elsewhere?: (limit: Limit & { readonly insuranceLimiter: RateLimiterAbstract }) => RateLimiterAbstract,
): RateLimiterAbstract {
  return processSingleton(`limiter-${name}`, () => {
    const limit = { keyPrefix: `closed-loop:${name}`, points, duration };
    const memory = countsTogether() ? new RateLimiterCluster(limit) : new RateLimiterMemory(limit);
    const shared = { ...limit, insuranceLimiter: memory };
    const redis = getRedis();
    return redis ? new RateLimiterRedis({ ...shared, storeClient: redis }) : (elsewhere?.(shared) ?? memory);
  });
}

/** For processes that count: whether Redis is away is known before anything was counted. */
export function openRedis(): void {
  getRedis();
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

/** A /56 and a /48 may do this many times as much as one subscriber's network. */
const AROUND_FACTORS = [2, 4];

export interface AddressLimiter {
  readonly ofAddress: RateLimiterAbstract;
  /** One for each of `networksAround`. */
  readonly around: readonly RateLimiterAbstract[];
}

export function getAddressLimiter(
  name: string,
  points: number,
  duration: number,
  limiterOf: (name: string, points: number, duration: number) => RateLimiterAbstract = getLimiter,
): AddressLimiter {
  return {
    ofAddress: limiterOf(name, points, duration),
    around: AROUND_FACTORS.map((factor) => limiterOf(`${name}-around-${factor}`, points * factor, duration)),
  };
}

/**
 * Takes a point for the address and for the networks around it, since a /48 holds 65,536 of them. Returns the strictest result.
 * Attempts beyond an address's own limit don't count against its neighbors.
 */
export async function consumeAddress(limiter: AddressLimiter, address: string): ReturnType<typeof consume> {
  let strictest = await consume(limiter.ofAddress, address);
  for (const [i, network] of networksAround(address).entries()) {
    const of = limiter.around[i];
    if (of && !strictest.isOver) strictest = await consume(of, network);
  }
  return strictest;
}

export async function rewardAddress({ ofAddress, around }: AddressLimiter, address: string): Promise<void> {
  const networks = networksAround(address);
  await Promise.all([ofAddress.reward(address), ...networks.map((network, i) => around[i]?.reward(network))]);
}
