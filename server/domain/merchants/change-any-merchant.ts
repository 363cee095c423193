import { inPrismaTransaction } from "@/server/db/prisma-transaction";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { lockOwnMerchant } from "./own-merchant";
import { writeSettings } from "./write-settings";

/**
 * While suspended, every new payment is declined with 03 and nothing is settled; captures of existing holds, voids, and refunds
 * continue. Idempotent. Throws `not_found`.
 */
export async function setMerchantStatus(
  caller: OperatorCaller,
  { id, status }: { readonly id: MerchantId; readonly status: "active" | "suspended" },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, id);
    if (merchant.status === status) return;
    await db.merchant.update({ where: { id }, data: { status } });
    await recordAudit(db, caller, {
      action: status === "suspended" ? "merchant.suspended" : "merchant.reactivated",
      subject: { kind: "merchant", id },
      tenantId: merchant.tenantId,
      details: { name: merchant.name },
    });
  });
}

/** Whether the merchant may reverse a capture in full before it settles (contract 3.5). Throws `not_found`. */
export async function allowSameDayReversal(
  caller: OperatorCaller,
  { id, isEnabled }: { readonly id: MerchantId; readonly isEnabled: boolean },
): Promise<void> {
  await inPrismaTransaction(async (db) => {
    const merchant = await lockOwnMerchant(db, caller, id);
    await writeSettings(db, caller, merchant, { isSameDayReversalEnabled: isEnabled });
  });
}
