import type { ApiKeyCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { type ApiKey, findApiKey, markApiKeyUsed } from "@/server/domain/tenants";
import { checkSecret } from "./check-secret";
import { countAttempt } from "./limiters";

const PUBLIC_KEY = /^pk_(live|test)_[0-9A-Za-z_-]{1,64}$/;
/** Under bcrypt's 72 bytes, and nothing but printable ASCII. */
const SECRET = /^Bearer (sk_(live|test)_[\x21-\x7e]{1,63})$/i;

export interface Authenticated {
  readonly key: ApiKey;
  /** The bearer secret, for checking the request's signature. Goes nowhere else. */
  readonly secret: string;
}

/** One sentence for every reason, so that a failure tells nothing. */
function failed(): DomainError {
  return new DomainError("authentication_failed", "Authentication failed.");
}

/**
 * Spec 5.1. 401 `authentication_failed` for missing, malformed, wrong, mismatched or revoked credentials; 403
 * `api_key_not_registered` for an unknown X-API-Key, without a bcrypt; 429 for too many failures of an address or key.
 */
export async function authenticate(request: Request, address: string | null): Promise<Authenticated> {
  const publicKey = request.headers.get("x-api-key") ?? "";
  const [, environment] = PUBLIC_KEY.exec(publicKey) ?? [];
  const [, secret, secretEnvironment] = SECRET.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!environment || !secret || environment !== secretEnvironment) {
    await countAttempt({ address, publicKey: null });
    throw failed();
  }
  const key = await findApiKey(publicKey);
  if (!key) {
    await countAttempt({ address, publicKey: null });
    throw new DomainError("api_key_not_registered", "This X-API-Key is not registered.", { field: "X-API-Key" });
  }
  const isRight = await checkSecret(key, secret, { address, publicKey });
  if (!isRight || key.revokedAt) throw failed();
  return { key, secret };
}

export async function toCaller({ key }: Authenticated, now: Date, requestId: string): Promise<ApiKeyCaller> {
  await markApiKeyUsed(key, now);
  return {
    kind: "tenant",
    tenantId: key.tenantId,
    isTenantSuspended: key.tenantStatus === "suspended",
    apiKeyId: key.id,
    environment: key.environment,
    now,
    requestId,
  };
}
