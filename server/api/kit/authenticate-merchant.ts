import type { MerchantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { findMerchantKey, type MerchantKey, markMerchantKeyUsed } from "@/server/domain/merchants";
import { checkSecret } from "./check-secret";
import { countAttempt } from "./limiters";

/** `mk_<environment>_<key id>_<secret>`; the last underscore separates what finds the key from what proves it. */
const KEY = /^Bearer (mk_(?:live|test)_[0-9A-Za-z_-]{1,80})_([0-9A-Za-z-]{1,64})$/i;

/** One sentence for every reason, so that a failure tells nothing. */
function failed(): DomainError {
  return new DomainError("authentication_failed", "Authentication failed.");
}

/** Spec 5.2. 401 `authentication_failed` for whatever is wrong with the key; 429 for too many failures. */
export async function authenticateMerchant(request: Request, address: string | null): Promise<MerchantKey> {
  const [, keyId, secret] = KEY.exec(request.headers.get("authorization") ?? "") ?? [];
  const key = keyId && secret ? await findMerchantKey(keyId) : null;
  if (!key || !keyId || !secret) {
    await countAttempt({ address, publicKey: null });
    throw failed();
  }
  const isRight = await checkSecret(key, secret, { address, publicKey: keyId });
  if (!isRight || key.revokedAt) throw failed();
  return key;
}

export async function toMerchantCaller(key: MerchantKey, now: Date, requestId: string): Promise<MerchantCaller> {
  await markMerchantKeyUsed(key, now);
  return {
    kind: "merchant",
    merchantId: key.merchantId,
    merchantKeyId: key.id,
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    environment: key.environment,
    now,
    requestId,
  };
}
