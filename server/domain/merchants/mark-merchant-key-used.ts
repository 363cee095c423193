import { sql } from "@/server/db/sql";
import { markUse } from "@/server/domain/remembered-keys";
import { type MerchantKey, rememberUse } from "./find-merchant-key";

export function markMerchantKeyUsed(key: MerchantKey, at: Date): Promise<void> {
  return markUse(sql`UPDATE merchant_keys`, key, at, rememberUse);
}
