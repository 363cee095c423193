import { runInTransaction } from "@/server/db/guarded";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { StaffCaller } from "../caller";
import { DomainError } from "../errors";
import { lockOwnMerchant } from "./own-merchant";

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

/** Whether a capture can be taken back before it settles (contract 3.5). Throws `not_found`, `not_permitted`. */
export async function setSameDayReversal(
  caller: StaffCaller,
  input: { readonly id: MerchantId; readonly isEnabled: boolean },
): Promise<void> {
  requirePermission(caller, "manage_merchants");
  const { isEnabled } = input;
  await runInTransaction(async (db) => {
    const { id, name, isSameDayReversalEnabled } = await lockOwnMerchant(db, caller, input.id);
    if (isSameDayReversalEnabled === isEnabled) return;
    await query(db, sql`UPDATE merchants SET is_same_day_reversal_enabled = ${isEnabled} WHERE id = ${id}`);
    const details = { name, isEnabled };
    await recordAudit(db, caller, {
      action: "merchant.same_day_reversal_changed",
      subject: { kind: "merchant", id },
      details,
    });
  });
}
