import type { MerchantSettings } from "@/server/contracts/merchant-settings";
import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller, TenantCaller } from "../caller";
import { DomainError } from "../errors";
import { lockOwnMerchant } from "./own-merchant";
import { writeSettings } from "./write-settings";

/**
 * For good: every request with the key is refused from the next one on. Throws `not_found`, `not_permitted`.
 */
export async function revokeMerchantKey(
  caller: StaffCaller,
  input: { readonly merchantId: MerchantId; readonly keyId: string },
): Promise<void> {
  requirePermission(caller, "manage_keys");
  await runInTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    const [key] = await query<{ keyId: string }>(
      db,
      sql`UPDATE merchant_keys SET revoked_at = ${caller.now}
        WHERE id = ${input.keyId} AND merchant_id = ${merchant.id} AND revoked_at IS NULL RETURNING key_id`,
    );
    if (!key) throw new DomainError("not_found", "No such key, or it is revoked.");
    await recordAudit(db, caller, {
      action: "merchant_key.revoked",
      subject: { kind: "merchant", id: merchant.id },
      details: { name: merchant.name, keyId: key.keyId },
    });
  });
}

/** Any of a merchant's settings, each with its record in the audit log. Throws `not_found`, `not_permitted`. */
export async function changeMerchantSettings(
  caller: TenantCaller,
  { id, settings }: { readonly id: MerchantId; readonly settings: Partial<MerchantSettings> },
): Promise<void> {
  requirePermission(caller, "manage_merchants");
  await runInTransaction(async (db) => {
    await writeSettings(db, caller, await lockOwnMerchant(db, caller, id), settings);
  });
}
