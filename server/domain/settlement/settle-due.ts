import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { findMerchant } from "@/server/domain/merchants";
import { DAY_MS, dayOf } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import type { MerchantId, TenantId } from "@/server/platform/noun-ids";
import { recordAudit } from "../audit";
import { findUnsettledLine, selectUnsettled } from "../authorizations";
import type { Environment, OperatorCaller } from "../caller";
import { DomainError } from "../errors";
import { selectReturned } from "../payouts";
import { isInSandboxOf } from "../sandbox-clock";
import { type Asking, listAskedBatches, type RequestClaim } from "./asked-batches";
import { type MerchantSettlement, settleMerchant } from "./settle-merchant";
import type { SettlementBatchRow } from "./settlement-batch";

/** When a tenant's sandbox next has a day to settle, after `after` and up to `until`. */
export async function findNextSettlement(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const { sandboxOf, after, until } = input;
  const from = dayOf(new Date(after.getTime() - SETTLES_AFTER_MS));
  const before = dayOf(new Date(until.getTime() - SETTLES_AFTER_MS));
  const line = await findUnsettledLine({ sandboxOf, from, before });
  return line && new Date(dayOf(line).getTime() + DAY_MS + SETTLES_AFTER_MS);
}

const MAX_MERCHANTS = 1_000;
/** After a day's end; the background function's schedule has the same delay. */
const SETTLES_AFTER_MS = 15 * 60_000;

type Due = Pick<MerchantSettlement, "merchantId" | "currency" | "tenantId" | "environment">;

/** Up to 1,000 merchants and currencies with unsettled lines, returned payouts, or an open batch, in id order. */
async function listDue(cutoffAt: Date, condition: Sql, after: Due | null): Promise<Due[]> {
  const further = after ? sql`AND (m.id, due.currency) > (${after.merchantId}, ${after.currency})` : sql``;
  return query<Due>(
    getPool(),
    sql`SELECT m.id AS merchant_id, due.currency, m.tenant_id, m.environment
      FROM (${selectUnsettled(cutoffAt)} UNION SELECT merchant_id, currency FROM open_batches
        UNION ${selectReturned(cutoffAt)}) due JOIN merchants m ON m.id = due.merchant_id JOIN tenants t ON t.id = m.tenant_id
      WHERE m.status = 'active' AND t.status = 'active' AND ${condition} ${further}
      ORDER BY m.id, due.currency LIMIT ${MAX_MERCHANTS}`,
  );
}

/**
 * Settles every merchant's past UTC days; in one tenant's sandbox, a quarter of an hour after their end. Safe to run at any
 * time and concurrently. A merchant that can't be settled is logged and skipped, so that it doesn't block the others. Returns
 * the number of batches.
 */
export async function settleDue({
  now,
  environment = null,
  sandboxOf = null,
}: {
  readonly now: Date;
  readonly environment?: Environment | null;
  readonly sandboxOf?: TenantId | null;
}): Promise<number> {
  const cutoffAt = dayOf(sandboxOf === null ? now : new Date(now.getTime() - SETTLES_AFTER_MS));
  const settledDay = new Date(cutoffAt.getTime() - DAY_MS);
  const condition = sql`(${environment}::environment IS NULL OR m.environment = ${environment}::environment)
    AND ${isInSandboxOf(sandboxOf, sql`m`)}`;
  let made = 0;
  let last: Due | null = null;
  for (;;) {
    const due: Due[] = await listDue(cutoffAt, condition, last);
    for (const merchant of due) {
      made += await trySettle({ ...merchant, cutoffAt, settledDay, now, request: null });
    }
    last = due.at(-1) ?? null;
    if (due.length < MAX_MERCHANTS) return made;
  }
}

async function trySettle(settlement: MerchantSettlement): Promise<number> {
  try {
    return (await settleMerchant(settlement)).length;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error({ merchant: settlement.merchantId, reason }, "a merchant could not be settled");
    return 0;
  }
}

/**
 * Settles what the tenant's merchants, or one of them, have so far, without waiting for the day's end. With an idempotency key,
 * returns all batches made under it, so that twins and repeats see the same ones.
 */
export async function settleNow(
  caller: Asking,
  { merchantId, request }: { readonly merchantId: MerchantId | null; readonly request: RequestClaim | null },
): Promise<SettlementBatchRow[]> {
  const { tenantId, environment, now, standing } = caller;
  const condition = sql`m.tenant_id = ${tenantId} AND m.environment = ${environment}::environment
    AND (${merchantId}::text IS NULL OR m.id = ${merchantId})`;
  const due = await listDue(now, condition, null);
  const batches: SettlementBatchRow[] = [];
  for (const merchant of due) {
    const settledDay = dayOf(now);
    batches.push(...(await settleMerchant({ ...merchant, cutoffAt: now, settledDay, now, request, standing })));
  }
  return request === null ? batches : listAskedBatches(getPool(), caller, request);
}

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
