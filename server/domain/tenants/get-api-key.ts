import type { ApiKeyCaller } from "../caller";
import { DomainError } from "../errors";
import { type ApiKey, findApiKeyById } from "./find-api-key";

export async function getApiKey(caller: ApiKeyCaller): Promise<ApiKey> {
  const key = await findApiKeyById(caller.apiKeyId);
  // Revoked keys keep their row, so this key was deleted.
  if (!key) throw new DomainError("authentication_failed", "Authentication failed.");
  return key;
}
