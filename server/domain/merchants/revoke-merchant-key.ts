import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { requirePermission } from "../authority";
import type { TenantCaller } from "../caller";
import { noSuch } from "../errors";
import { type IdempotencyClaim, keepAnswer } from "../idempotency";
import { holdTenant } from "../tenants";
import { lockOwnMerchant } from "./own-merchant";

/** Permanent: the next request with the key is refused. Throws `not_found`, also for a revoked key; `not_permitted`. */
export async function revokeMerchantKey(
  caller: TenantCaller,
  input: { readonly merchantId: MerchantId; readonly keyId: string },
  claim: IdempotencyClaim<{ id: string }> | null = null,
): Promise<{ id: string }> {
  requirePermission(caller, "manage_keys");
  const revoked = { id: input.keyId };
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, input.merchantId);
    // Otherwise, two concurrent requests that hold the tenant's standing would deadlock when they raise it.
    await holdTenant(db, caller.tenantId);
    const [key] = await db.merchantKey.updateManyAndReturn({
      where: { id: input.keyId, merchantId: merchant.id, revokedAt: null },
      data: { revokedAt: caller.now },
      select: { keyId: true },
    });
    if (!key) throw noSuch(caller, "merchant_key", "No such key, or it is revoked.");
    await recordAudit(db, caller, {
      action: "merchant_key.revoked",
      subject: { kind: "merchant", id: merchant.id },
      details: { name: merchant.name, keyId: key.keyId },
    });
    await keepAnswer(db, claim, revoked, caller.now);
  }, caller.standing);
  return revoked;
}
