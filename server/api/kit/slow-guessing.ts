import type { ApiKeyCaller, MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { countMiss, refuseGuesser } from "./limiters";

/**
 * Runs a look-up of a code by code. A miss counts against the caller's key and, where one is named, the merchant; who has
 * missed a few dozen times is refused for a while (429) before the look-up, without touching anybody else.
 */
export async function slowGuessing<Outcome>(
  caller: ApiKeyCaller | MerchantCaller,
  merchant: string | null,
  lookUp: () => Promise<Outcome>,
  isMiss: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const keyId = caller.kind === "merchant" ? caller.merchantKeyId : caller.apiKeyId;
  const guesser = { keyId, merchant: merchant && `${caller.tenantId}:${merchant}` };
  await refuseGuesser(guesser);
  try {
    const outcome = await lookUp();
    if (isMiss(outcome)) await countMiss(guesser);
    return outcome;
  } catch (error) {
    if (error instanceof DomainError && error.code === "payment_code_not_found") await countMiss(guesser);
    throw error;
  }
}
