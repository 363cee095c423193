import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { DomainError } from "@/server/domain/errors";
import * as limiters from "@/server/platform/limiters";
import { consume, getLimiter } from "@/server/platform/limiters";

/**
 * Failed authentications a minute: of one address that names no registered key, of one address at one key, and of one
 * key from anywhere. Whoever shares an address with a guesser is refused for what is tried at its own key only.
 */
const FAILURES_PER_ADDRESS = 30;
const FAILURES_PER_KEY = 120;
const FAILURE_WINDOW_SECONDS = 60;

export function limitExceeded(waitMs: number, message: string): DomainError {
  return new DomainError("rate_limit_exceeded", message, { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) });
}

/** Whose failures an attempt counts against. */
export interface Suspect {
  readonly address: string | null;
  readonly publicKey: string | null;
}

const failures = ({ publicKey }: Suspect) => ({
  ofAddress: getLimiter(publicKey ? "auth-pair" : "auth-address", FAILURES_PER_ADDRESS, FAILURE_WINDOW_SECONDS),
  ofName: getLimiter("auth-key", FAILURES_PER_KEY, FAILURE_WINDOW_SECONDS),
});

function counted({ address, publicKey }: Suspect): limiters.Suspect {
  return { address: address && publicKey ? `${address} ${publicKey}` : address, name: publicKey };
}

/** Counts an attempt to authenticate. Throws `rate_limit_exceeded`. */
export async function countAttempt(suspect: Suspect): Promise<void> {
  const waitMs = await limiters.countAttempt(failures(suspect), counted(suspect));
  if (waitMs !== null) throw limitExceeded(waitMs, "Too many failed authentications.");
}

export async function forgiveAttempt(suspect: Suspect): Promise<void> {
  await limiters.forgiveAttempt(failures(suspect), counted(suspect));
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
  const bucketOf = (name: string, points: number) => getLimiter(name, points, MISS_WINDOW_SECONDS);
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
      throw limitExceeded(misses.msBeforeNext, "Too many payment codes that do not exist.");
    }
  }
}
