import type { RateLimiterAbstract } from "rate-limiter-flexible";
import { type AddressLimiter, consume, consumeAddress, rewardAddress } from "./limiters";

/** Whose failures an attempt to prove an identity counts against: where it came from, and whom it claims to be. */
export interface Suspect {
  readonly address: string | null;
  readonly name: string | null;
}

interface AttemptLimiters {
  readonly ofAddress: AddressLimiter;
  readonly ofName: RateLimiterAbstract;
}

/**
 * Counts an attempt before it costs a bcrypt, so that parallel guesses cannot slip through together; `forgiveAttempt`
 * takes it back when it turns out well. Returns how long to wait in milliseconds, or null where the attempt may be made.
 */
export async function countAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<number | null> {
  const ofAddress = address ? await consumeAddress(limiters.ofAddress, address) : null;
  // Nothing was tried: a single address can't use up what a name has.
  if (ofAddress?.isOver) return ofAddress.msBeforeNext;
  const ofName = name ? await consume(limiters.ofName, name) : null;
  // An address without failures has one try even at a name under attack: a guesser cannot lock its owner out.
  const isFirstOfAddress = ofAddress?.consumedPoints === 1;
  return ofName?.isOver && !isFirstOfAddress ? ofName.msBeforeNext : null;
}

export async function forgiveAttempt(limiters: AttemptLimiters, { address, name }: Suspect): Promise<void> {
  if (address) await rewardAddress(limiters.ofAddress, address);
  if (name) await limiters.ofName.reward(name);
}
