import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { type AddressLimiter, consume, consumeAddress, rewardAddress } from "./limiters";

export interface Suspect {
  readonly address: string | null;
  readonly name: string | null;
}

interface AttemptLimiters {
  readonly ofAddress: AddressLimiter;
  readonly ofName: RateLimiterAbstract;
}

/**
 * Counts an attempt before any bcrypt runs, so that parallel guesses can't slip through together; `forgiveAttempt` takes it
 * back on success. Returns the wait in milliseconds, or null if the attempt may be made.
 */
export async function countAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<number | null> {
  const ofAddress = address ? await consumeAddress(limiters.ofAddress, address) : null;
  // Nothing was tried, so it doesn't count against the name: a single address can't use up a name's attempts.
  if (ofAddress?.isOver) return ofAddress.msBeforeNext;
  const ofName = name ? await consume(limiters.ofName, name) : null;
  // An address without failures gets one try even at a name under attack, so that a guesser can't lock its owner out.
  const isFirstOfAddress = ofAddress?.consumedPoints === 1;
  return ofName?.isOver && !isFirstOfAddress ? ofName.msBeforeNext : null;
}

export async function forgiveAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<void> {
  if (address) await rewardAddress(limiters.ofAddress, address);
  if (name) await limiters.ofName.reward(name);
}
