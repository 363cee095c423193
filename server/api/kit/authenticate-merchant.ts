import type { MerchantCaller } from "@/server/domain/caller";
import type { DomainError } from "@/server/domain/errors";
import {
  findMerchantKey,
  keepMerchantKeyTag,
  type MerchantKey,
  markMerchantKeyUsed,
  recallMerchantKey,
} from "@/server/domain/merchants";
import { CallerStanding } from "@/server/domain/remembered-keys";
import { inOwnTime } from "@/server/domain/sandbox-clock";
import { isVerifiedSecret } from "@/server/platform/secrets";
import { checkSecret } from "./check-secret";
import { authenticationFailed, misplaced, readBearer } from "./credentials";
import { countAttempt } from "./limiters";
import type { ApiRequest } from "./request";

/** `mk_<environment>_<key id>_<secret>`; the last underscore separates what finds the key from what proves it. */
const KEY = /^(mk_(?:live|test)_[0-9A-Za-z_-]{1,80})_([0-9A-Za-z-]{1,64})$/;

interface AuthenticatedMerchant {
  readonly key: MerchantKey;
  readonly standing: CallerStanding;
}

/** As for a tenant: the key as it is remembered, if the secret was right for that. */
export function recallAuthenticatedMerchant(request: ApiRequest): AuthenticatedMerchant | null {
  const [, keyId, secret] = KEY.exec(readBearer(request) ?? "") ?? [];
  const known = keyId ? recallMerchantKey(keyId) : null;
  if (!known || !secret || !isVerifiedSecret(known.id, known.secretHash, secret)) return null;
  return { key: known, standing: new CallerStanding(known, { isRemembered: true }) };
}

/** Contract 5.2. 401 `authentication_failed` for whatever is wrong with the key; 429 for too many failures. */
export async function authenticateMerchant(
  request: ApiRequest,
  address: string | null,
): Promise<AuthenticatedMerchant> {
  const bearer = readBearer(request);
  const [, keyId, secret] = KEY.exec(bearer ?? "") ?? [];
  const key = keyId && secret ? await findMerchantKey(keyId) : null;
  if (!key || !keyId || !secret) {
    await countAttempt({ address, publicKey: null });
    throw faultOf(bearer);
  }
  const isRight = await checkSecret(key, secret, { address, publicKey: keyId }, keepMerchantKeyTag);
  if (!isRight || key.revokedAt) throw authenticationFailed();
  return { key, standing: new CallerStanding(key, { isRemembered: false }) };
}

/** What can be seen without knowing any key. */
function faultOf(bearer: string | null): DomainError {
  if (bearer === null) return misplaced("Authorization", "The key is missing. Send it as Authorization: Bearer mk_….");
  if (!/^[sp]k_/.test(bearer)) return authenticationFailed();
  const message =
    "This is a tenant’s credential, which works on /v1 only. /merchant/v1 requires a merchant’s key, mk_….";
  return misplaced("Authorization", message);
}

export async function toMerchantCaller(
  { key, standing }: AuthenticatedMerchant,
  at: Date,
  requestId: string,
): Promise<MerchantCaller> {
  const clock = inOwnTime(at, key.aheadMs);
  // Its page shows it beside the merchant's payments.
  await markMerchantKeyUsed(key, clock.now);
  return {
    kind: "merchant",
    merchantId: key.merchantId,
    merchantKeyId: key.id,
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    environment: key.environment,
    ...clock,
    requestId,
    standing,
  };
}
