import type { ApiKeyCaller } from "../caller";
import { DomainError } from "../errors";
import { type ApiKey, findApiKeyById } from "./find-api-key";

/** The API key that the caller presented. */
export async function getApiKey(caller: ApiKeyCaller): Promise<ApiKey> {
  const key = await findApiKeyById(caller.apiKeyId);
  // It was there a moment ago: revoked keys stay, so this is a deleted one.
  if (!key) throw new DomainError("authentication_failed", "Authentication failed.");
  return key;
}
