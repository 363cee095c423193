import { getPool } from "@/server/db/pool";
import { findMerchant } from "@/server/domain/merchants";
import type { MerchantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import type { OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { settleDue, settleNow } from "./settle-due";

/**
 * Settles all past days of every merchant in the environment, or what one merchant has so far. Each batch commits by itself, so
 * the audit record is written after them. A repeat settles what is left. Returns the number of batches. Throws `not_found`.
 */
export async function settleOnDemand(
  caller: OperatorCaller,
  { merchantId }: { readonly merchantId: MerchantId | null },
): Promise<{ readonly batches: number }> {
  const { environment, now } = caller;
  if (merchantId === null) {
    const batches = await settleDue({ now, environment });
    const subject = { kind: "network", id: environment };
    await recordAudit(getPool(), caller, { action: "settlement.run", subject, details: { batches } });
    return { batches };
  }
  const merchant = await findMerchant(getPool(), { id: merchantId, environment });
  if (!merchant) throw new DomainError("not_found", "No such merchant in this environment.");
  const { tenantId } = merchant;
  const made = await settleNow({ tenantId, environment, now }, { merchantId, request: null });
  const subject = { kind: "merchant", id: merchantId };
  await recordAudit(getPool(), caller, {
    action: "settlement.run",
    subject,
    tenantId,
    details: { batches: made.length },
  });
  return { batches: made.length };
}
