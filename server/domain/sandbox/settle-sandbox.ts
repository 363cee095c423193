import { runInTransaction } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { findMerchant } from "@/server/domain/merchants";
import { type BatchLine, batchLineList, listMerchantMoney, type MerchantMoney } from "@/server/domain/queries";
import { MerchantId } from "@/server/platform/noun-ids";
import { staffAuditPart } from "../audit";
import type { TenantCaller } from "../caller";
import { unknownReference } from "../errors";
import { type IdempotencyClaim, recordAnswer, requireUnanswered } from "../idempotency";
import { pageOf } from "../list";
import { requireSandbox } from "../require-sandbox";
import { listAskedBatches, lockRequest, type SettlementBatchRow, settleNow } from "../settlement";

const MAX_LINES = 100;

export interface SettlementOutcome {
  readonly batches: readonly { readonly batch: SettlementBatchRow; readonly lines: readonly BatchLine[] }[];
  readonly balances: readonly MerchantMoney[];
}

/**
 * Ends the day early for the tenant's merchants, or one of them. Each batch commits by itself, so the answer is stored after
 * them; a repeat before that finds the batches by its key, and afterwards no batch is made under the key.
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
  let made = await settleNow(caller, { merchantId, request: claim });
  for (;;) {
    const outcome = await outcomeOf(caller, merchantId, made);
    if (!claim) return outcome;
    const all = await keep(caller, { merchantId, outcome, claim });
    if (all === null) return outcome;
    made = all;
  }
}

async function outcomeOf(
  caller: TenantCaller,
  merchantId: MerchantId | null,
  made: readonly SettlementBatchRow[],
): Promise<SettlementOutcome> {
  const batches = await Promise.all(
    made.map(async (batch) => ({
      batch,
      lines: (await pageOf(batchLineList(caller, batch), { limit: MAX_LINES })).items,
    })),
  );
  return { batches, balances: await listMerchantMoney(caller, merchantId) };
}

interface Kept {
  readonly merchantId: MerchantId | null;
  readonly outcome: SettlementOutcome;
  readonly claim: IdempotencyClaim<SettlementOutcome>;
}

/** Stores the answer if it has every batch made under the key; otherwise returns those batches and stores nothing. */
function keep(caller: TenantCaller, { merchantId, outcome, claim }: Kept): Promise<SettlementBatchRow[] | null> {
  const guard = "(SELECT 1) AS settlement";
  const audited = {
    action: "settlement.run",
    subject: { kind: "tenant", id: caller.tenantId },
    details: { merchant: merchantId, batches: outcome.batches.length },
  };
  return runInTransaction(async (db) => {
    await lockRequest(db, claim);
    const all = await listAskedBatches(db, caller, claim);
    if (all.length !== outcome.batches.length) return all;
    await query(
      db,
      sql`WITH ${recordAnswer(claim, outcome, caller.now, guard)}
        ${staffAuditPart(caller, audited, guard)} SELECT 1`,
    );
    return null;
  }, caller.standing);
}

async function requireMerchant({ tenantId, environment }: TenantCaller, merchant: string): Promise<MerchantId> {
  if (!MerchantId.is(merchant)) throw unknownReference("merchant");
  const found = await findMerchant(getPool(), { id: merchant, environment });
  if (found?.tenantId !== tenantId) throw unknownReference("merchant");
  return merchant;
}
