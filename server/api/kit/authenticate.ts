import type { ApiKeyCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { CallerStanding } from "@/server/domain/remembered-keys";
import { inOwnTime } from "@/server/domain/sandbox-clock";
import { type ApiKey, findApiKey, keepApiKeyTag, markApiKeyUsed, recallApiKey } from "@/server/domain/tenants";
import { isVerifiedSecret } from "@/server/platform/secrets";
import { checkSecret } from "./check-secret";
import { authenticationFailed, misplaced, readBearer } from "./credentials";
import { countAttempt } from "./limiters";
import type { ApiRequest } from "./request";

const PUBLIC_KEY = /^pk_(live|test)_[0-9A-Za-z_-]{1,64}$/;
/** Under bcrypt's 72 bytes, and nothing but printable ASCII. */
const SECRET = /^sk_(live|test)_[\x21-\x7e]{1,63}$/;

export interface Authenticated {
  readonly key: ApiKey;
  readonly standing: CallerStanding;
  /** The bearer secret, for checking the request's signature. Goes nowhere else. */
  readonly secret: string;
}

/**
 * A key as it was read in the last minute, if the secret was right for that. Looks at memory alone; it may have changed since,
 * which whoever rests on it has to prove.
 */
export function recallAuthenticated(request: ApiRequest): Authenticated | null {
  const bearer = readBearer(request);
  const known = bearer === null ? null : recallApiKey(request.header("x-api-key") ?? "");
  if (!known || bearer === null || !isVerifiedSecret(known.id, known.secretHash, bearer)) return null;
  return { key: known, secret: bearer, standing: new CallerStanding(known, { isRemembered: true }) };
}

/**
 * Contract 5.1. 403 `api_key_not_registered` for an X-API-Key that is there and unknown, whatever it looks like and whatever
 * comes with it, without a bcrypt; 401 `authentication_failed` for none, and for a bearer that is missing, malformed,
 * mismatched, wrong, or of a revoked key; 429 for too many failures of an address or key.
 */
export async function authenticate(request: ApiRequest, address: string | null): Promise<Authenticated> {
  const publicKey = request.header("x-api-key") ?? "";
  const bearer = readBearer(request);
  const key = PUBLIC_KEY.test(publicKey) ? await findApiKey(publicKey) : null;
  const refusal = key ? faultOfBearer(bearer, key) : faultOfKey(publicKey, bearer);
  if (!key || bearer === null || refusal) {
    await countAttempt({ address, publicKey: null });
    throw refusal ?? authenticationFailed();
  }
  const isRight = await checkSecret(key, bearer, { address, publicKey }, keepApiKeyTag);
  if (!isRight || key.revokedAt) throw authenticationFailed();
  return { key, secret: bearer, standing: new CallerStanding(key, { isRemembered: false }) };
}

const OTHER_SURFACE =
  "is a merchant’s key, which works on /merchant/v1 only. /v1 requires a tenant’s X-API-Key and secret.";

function faultOfKey(publicKey: string, bearer: string | null): DomainError {
  if (publicKey === "") {
    if (bearer?.startsWith("mk_")) return misplaced("Authorization", `This ${OTHER_SURFACE}`);
    return misplaced("X-API-Key", "X-API-Key is missing.");
  }
  const hint = publicKey.startsWith("mk_")
    ? `: it ${OTHER_SURFACE}`
    : publicKey.startsWith("sk_")
      ? ": it is a secret. Send it as the bearer token."
      : ".";
  return new DomainError("api_key_not_registered", `This X-API-Key isn’t registered${hint}`, { field: "X-API-Key" });
}

/** Null for a secret that has the right form: whether it is the right one is another question. */
function faultOfBearer(bearer: string | null, key: ApiKey): DomainError | null {
  if (bearer === null) {
    return misplaced("Authorization", "The secret is missing. Send it as Authorization: Bearer sk_….");
  }
  if (bearer.startsWith("mk_")) return misplaced("Authorization", `This ${OTHER_SURFACE}`);
  const [, environment] = SECRET.exec(bearer) ?? [];
  if (!environment) return authenticationFailed();
  if (environment === key.environment) return null;
  return misplaced("Authorization", `X-API-Key is a ${key.environment} key, but the secret is a ${environment} one.`);
}

/** What happens by the caller happens by its tenant's clock; when the key was used, by the one on the wall. */
export async function toCaller({ key, standing }: Authenticated, at: Date, requestId: string): Promise<ApiKeyCaller> {
  await markApiKeyUsed(key, at);
  return {
    kind: "tenant",
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    apiKeyId: key.id,
    environment: key.environment,
    ...inOwnTime(at, key.aheadMs),
    requestId,
    standing,
  };
}
