import { calendarDay, dayAfter, startOfDay } from "@/server/contracts/calendar-days";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { findMerchant } from "@/server/domain/merchants";
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

/** Where a merchant's days begin: by its own time zone, else by its tenant's. UTC is what neither has changed. */
const ZONE = sql`CASE WHEN m.time_zone = 'UTC' THEN t.time_zone ELSE m.time_zone END`;
const MERCHANTS = sql`FROM merchants m JOIN tenants t ON t.id = m.tenant_id`;

async function listZones(condition: Sql): Promise<string[]> {
  const zones = await query<{ zone: string }>(
    getPool(),
    sql`SELECT DISTINCT ${ZONE} AS zone ${MERCHANTS} WHERE ${condition} ORDER BY 1`,
  );
  return zones.map(({ zone }) => zone);
}

/** A day of the calendar as a batch has it. */
const toDay = (day: string) => new Date(`${day}T00:00:00.000Z`);

/** When a tenant's sandbox next has a day to settle, after `after` and up to `until`. */
export async function findNextSettlement(input: {
  readonly sandboxOf: TenantId;
  readonly after: Date;
  readonly until: Date;
}): Promise<Date | null> {
  const { sandboxOf, after, until } = input;
  const isInSandbox = isInSandboxOf(sandboxOf, sql`m`);
  const ends: number[] = [];
  for (const zone of await listZones(isInSandbox)) {
    const startOf = (at: Date) => startOfDay(calendarDay(new Date(at.getTime() - SETTLES_AFTER_MS), zone), zone);
    const merchants = sql`SELECT m.id ${MERCHANTS} WHERE ${isInSandbox} AND ${ZONE} = ${zone}`;
    const line = await findUnsettledLine({ sandboxOf, merchants, from: startOf(after), before: startOf(until) });
    if (line) ends.push(startOfDay(dayAfter(calendarDay(line, zone)), zone).getTime() + SETTLES_AFTER_MS);
  }
  return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

const MAX_MERCHANTS = 1_000;
/** After a day's end, when transactions begun before it have long committed. */
const SETTLES_AFTER_MS = 15 * 60_000;
/** How often the schedule looks, at the quarters of an hour at which days begin somewhere. */
const LOOKS_EVERY_MS = 15 * 60_000;
/** How often it settles those of a zone, for batches that were held back. */
const REPEATS_EVERY_MS = 6 * 3_600_000;

type Due = Pick<MerchantSettlement, "merchantId" | "currency" | "tenantId" | "environment"> & { readonly zone: string };

/** Up to 1,000 merchants and currencies with unsettled lines, returned payouts, or an open batch, in id order. */
async function listDue(cutoffAt: Date, condition: Sql, after: Due | null): Promise<Due[]> {
  const further = after ? sql`AND (m.id, a.currency) > (${after.merchantId}, ${after.currency})` : sql``;
  return query<Due>(
    getPool(),
    sql`SELECT m.id AS merchant_id, a.currency, m.tenant_id, m.environment, ${ZONE} AS zone
      ${MERCHANTS} JOIN accounts a ON a.merchant_id = m.id AND a.kind = 'merchant'
        CROSS JOIN LATERAL (SELECT 1 FROM (${selectUnsettled(sql`m.id`, sql`a.currency`, cutoffAt)}
          UNION ALL (SELECT 1 FROM open_batches o WHERE o.merchant_id = m.id AND o.currency = a.currency)
          UNION ALL (${selectReturned(sql`m.id`, sql`a.currency`, cutoffAt)})) x LIMIT 1) due
      WHERE m.status = 'active' AND t.status = 'active' AND ${condition} ${further}
      ORDER BY m.id, a.currency LIMIT ${MAX_MERCHANTS}`,
  );
}

/** What the schedule settles at this quarter of an hour: the zones whose day ended, and each again every six hours. */
export function settleScheduled({ now }: { readonly now: Date }): Promise<number> {
  return settleDue({ now, isScheduled: true });
}

/**
 * Settles every merchant's past days, which end by the merchant's time zone; in one tenant's sandbox, and by the schedule, a
 * quarter of an hour after their end. Safe to run at any time and concurrently. A merchant that can't be settled is logged and
 * skipped, so that it doesn't block the others. Returns the number of batches.
 */
export async function settleDue({
  now,
  environment = null,
  sandboxOf = null,
  isScheduled = false,
}: {
  readonly now: Date;
  readonly environment?: Environment | null;
  readonly sandboxOf?: TenantId | null;
  readonly isScheduled?: boolean;
}): Promise<number> {
  const isLater = isScheduled || sandboxOf !== null;
  const until = isLater ? new Date(now.getTime() - SETTLES_AFTER_MS) : now;
  const condition = sql`(${environment}::environment IS NULL OR m.environment = ${environment}::environment)
    AND ${isInSandboxOf(sandboxOf, sql`m`)}`;
  let made = 0;
  for (const zone of await listZones(condition)) {
    const today = calendarDay(until, zone);
    const cutoffAt = startOfDay(today, zone);
    if (isScheduled && (until.getTime() - cutoffAt.getTime()) % REPEATS_EVERY_MS >= LOOKS_EVERY_MS) continue;
    const settledDay = toDay(dayAfter(today, -1));
    const isInZone = sql`${condition} AND ${ZONE} = ${zone}`;
    let last: Due | null = null;
    do {
      const due: Due[] = await listDue(cutoffAt, isInZone, last);
      for (const { zone: _, ...merchant } of due) {
        made += await trySettle({ ...merchant, cutoffAt, settledDay, now, request: null });
      }
      last = due.length < MAX_MERCHANTS ? null : (due.at(-1) ?? null);
    } while (last !== null);
  }
  return made;
}

async function trySettle(settlement: MerchantSettlement): Promise<number> {
  try {
    return (await settleMerchant(settlement)).length;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    getLogger().error({ merchant: settlement.merchantId, reason }, "merchant not settled: the next run tries again");
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
  for (const { zone, ...merchant } of due) {
    const settledDay = toDay(calendarDay(now, zone));
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
