import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { lookForCode } from "@/server/domain/payment-codes";
import { countMiss, findSlowed, limitExceeded } from "./limiters";

interface LookUp<Outcome> {
  /** Normalised; null is text that can be no code, which is looked up nowhere. */
  readonly code: string | null;
  /** The merchant whose till it was typed at, where one is named. */
  readonly merchant: string | null;
  readonly work: () => Promise<Outcome>;
  /** Whether the outcome says that there is no such code. Such a use case may also throw `payment_code_not_found`. */
  readonly isMiss: (outcome: Outcome) => boolean;
}

/**
 * Runs a look-up of a code by code. A miss counts against the caller's key and, where one is named, the merchant. A caller
 * that has missed a few dozen times gets a 429 for every further miss, and nothing is stored of it; a code that exists still
 * pays, for what guards it then are its PIN and its tries. A code without a PIN waits after some hundred misses.
 */
export async function slowGuessing<Outcome>(
  caller: ApiKeyCaller | MerchantCaller,
  { code, merchant, work, isMiss }: LookUp<Outcome>,
): Promise<Outcome> {
  const keyId = caller.kind === "merchant" ? caller.merchantKeyId : caller.apiKeyId;
  const guesser = { keyId, merchant: merchant && `${caller.tenantId}:${merchant}` };
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
