import { actorOf } from "@/server/domain/authority";
import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { lookForCode } from "@/server/domain/payment-codes";
import { countMiss, findSlowed, limitExceeded } from "./limiters";

interface LookUp<Outcome> {
  /** Normalized; null for text that can't be a code, which isn't looked up. */
  readonly code: string | null;
  /** The merchant at whose till the code was entered, if the request names one. */
  readonly merchant: string | null;
  readonly work: () => Promise<Outcome>;
  /** Whether the outcome means that the code doesn't exist. The use case may throw `payment_code_not_found` instead. */
  readonly isMiss: (outcome: Outcome) => boolean;
}

/**
 * Runs a look-up by payment code and slows down guessing. A miss counts against the caller's key and, if named, the merchant.
 * Past the limit, every further miss gets a 429 and stores nothing. An existing code still works, since its PIN and tries
 * protect it; a code without a PIN has to wait after several hundred misses.
 */
export async function slowGuessing<Outcome>(
  caller: ApiKeyCaller | MerchantCaller,
  { code, merchant, work, isMiss }: LookUp<Outcome>,
): Promise<Outcome> {
  const guesser = { keyId: actorOf(caller).actorId, merchant: merchant && `${caller.tenantId}:${merchant}` };
  const slowed = await findSlowed(guesser);
  const refusal = slowed && limitExceeded(slowed.waitMs, "Too many unknown payment codes.");
  if (slowed && refusal && code !== null) {
    const found = await lookForCode(caller.environment, code);
    if (found === "missing") await countMiss(guesser);
    if (found === "missing" || (found === "without_pin" && slowed.isForAll)) throw refusal;
  }
  const outcome = await work().catch(async (error: unknown) => {
    if (!(error instanceof DomainError && error.code === "payment_code_not_found")) throw error;
    await countMiss(guesser);
    throw refusal ?? error;
  });
  if (isMiss(outcome)) await countMiss(guesser);
  return outcome;
}
