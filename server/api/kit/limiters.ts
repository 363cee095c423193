import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { DomainError } from "@/server/domain/errors";
import { guessLimiter } from "@/server/domain/guesses";
import * as attempts from "@/server/platform/attempts";
import { consume, getAddressLimiter, getLimiter } from "@/server/platform/limiters";

/**
 * Failed authentications per minute: for an address without a registered key, for an address at one key, and for a key from
 * anywhere. Someone who shares an address with a guesser is refused only for failures at their own key.
 */
const FAILURES_PER_ADDRESS = 30;
const FAILURES_PER_KEY = 120;
const FAILURE_WINDOW_SECONDS = 60;

export function limitExceeded(waitMs: number, message: string): DomainError {
  return new DomainError("rate_limit_exceeded", message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

export interface Suspect {
  readonly address: string | null;
  readonly publicKey: string | null;
}

const failures = ({ publicKey }: Suspect) => ({
  ofAddress: getAddressLimiter(publicKey ? "auth-pair" : "auth-address", FAILURES_PER_ADDRESS, FAILURE_WINDOW_SECONDS),
  ofName: getLimiter("auth-key", FAILURES_PER_KEY, FAILURE_WINDOW_SECONDS),
});

function counted({ address, publicKey }: Suspect): attempts.Suspect {
  return { address: address && publicKey ? `${address} ${publicKey}` : address, name: publicKey };
}

/** Counts an attempt to authenticate. Throws `rate_limit_exceeded`. */
export async function countAttempt(suspect: Suspect): Promise<void> {
  const waitMs = await attempts.countAttempt(failures(suspect), counted(suspect));
  if (waitMs !== null) throw limitExceeded(waitMs, "Too many failed authentications.");
}

export async function forgiveAttempt(suspect: Suspect): Promise<void> {
  await attempts.forgiveAttempt(failures(suspect), counted(suspect));
}

/** Failed look-ups by code count against this key and merchant. */
interface Guesser {
  readonly keyId: string;
  readonly merchant: string | null;
}

const MISSES_PER_MERCHANT = 30;
const MISSES_PER_KEY = 120;
/** From here on even valid codes without a PIN are refused: nothing but the code protects them. */
const MISSES_BEFORE_ALL_WAIT = 600;
const MISS_WINDOW_SECONDS = 600;

function missBuckets({ keyId, merchant }: Guesser): { bucket: RateLimiterAbstract; name: string; points: number }[] {
  const bucketOf = (name: string, points: number) => guessLimiter(name, points, MISS_WINDOW_SECONDS);
  const ofKey = { bucket: bucketOf("misses-key", MISSES_PER_KEY), name: keyId, points: MISSES_PER_KEY };
  if (!merchant) return [ofKey];
  const ofMerchant = bucketOf("misses-merchant", MISSES_PER_MERCHANT);
  return [ofKey, { bucket: ofMerchant, name: merchant, points: MISSES_PER_MERCHANT }];
}

export async function countMiss(guesser: Guesser): Promise<void> {
  for (const { bucket, name } of missBuckets(guesser)) await consume(bucket, name);
}

export interface Slowed {
  readonly waitMs: number;
  /** Whether valid codes without a PIN have to wait as well. */
  readonly isForAll: boolean;
}

export async function findSlowed(guesser: Guesser): Promise<Slowed | null> {
  const buckets = missBuckets(guesser);
  const counted = await Promise.all(buckets.map(async ({ bucket, name }) => bucket.get(name)));
  const over = counted.filter((misses, i) => misses && misses.consumedPoints >= (buckets[i]?.points ?? 0));
  if (over.length === 0) return null;
  return {
    waitMs: Math.max(...over.map((misses) => misses?.msBeforeNext ?? 0)),
    isForAll: over.some((misses) => (misses?.consumedPoints ?? 0) >= MISSES_BEFORE_ALL_WAIT),
  };
}
