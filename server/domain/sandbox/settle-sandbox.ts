import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findMerchant } from "@/server/domain/merchants";
import { listMerchantMoney, listStatementLines, type MerchantMoney, type StatementLine } from "@/server/domain/stories";
import { MerchantId } from "@/server/platform/noun-ids";
import { staffAuditPart } from "../audit";
import type { TenantCaller } from "../caller";
import { unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { type SettlementBatchRow, settleNow } from "../settlement";
import { requireSandbox } from "./require-sandbox";

/** Lines that the answer lists of each batch. */
const MAX_LINES = 100;

export interface SettlementOutcome {
  readonly batches: readonly { readonly batch: SettlementBatchRow; readonly lines: readonly StatementLine[] }[];
  readonly balances: readonly MerchantMoney[];
}

/**
 * Ends the day early for the tenant's merchants, or one of them: what an operator does elsewhere. Each batch stands by
 * itself, so the answer is kept after them; a repeat that comes before it is kept finds the batches by its key.
 * Throws `invalid_reference`.
 */
export async function settleSandbox(
  caller: TenantCaller,
  input: { readonly merchant: string | null },
  claim: IdempotencyClaim<SettlementOutcome> | null,
): Promise<SettlementOutcome> {
  requireSandbox(caller);
  const merchantId = input.merchant === null ? null : await requireMerchant(caller, input.merchant);
  await requireUnanswered(claim);
  const idempotencyKey = claim && `${claim.scope} ${claim.key}`;
  const made = await settleNow(caller, { merchantId, idempotencyKey });
  const batches = await Promise.all(
    made.map(async (batch) => ({
      batch,
      lines: await listStatementLines(batch.id, { limit: MAX_LINES, after: null }),
    })),
  );
  const outcome = { batches, balances: await listMerchantMoney(caller, merchantId) };
  if (claim) {
    const guard = "(SELECT 1) AS settlement";
    const audited = {
      action: "settlement.run",
      subject: { kind: "tenant", id: caller.tenantId },
      details: { merchant: merchantId, batches: made.length },
    };
    await query(
      getPool(),
      sql`WITH ${recordAnswer<SettlementOutcome>(claim, outcome, caller.now, guard)}
        ${staffAuditPart(caller, audited, guard)} SELECT 1`,
    );
  }
  return outcome;
}

async function requireMerchant({ tenantId, environment }: TenantCaller, merchant: string): Promise<MerchantId> {
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  const found = await findMerchant(getPool(), { id: merchant, environment });
  if (found?.tenantId !== tenantId) throw unknownReference("merchant");
  return merchant;
}
