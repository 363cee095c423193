import { sql } from "@/server/db/sql";
import { markUse } from "@/server/domain/remembered-keys";
import { type ApiKey, rememberUse } from "./find-api-key";

export function markApiKeyUsed(key: ApiKey, at: Date): Promise<void> {
  return markUse(sql`UPDATE api_keys`, key, at, rememberUse);
}
