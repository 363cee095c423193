import { announce } from "@/server/db/announce";
import { runInTransaction } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId, AuthorizationId, TenantId } from "@/server/platform/noun-ids";
import {
  type BatchTotals,
  claimLines,
  lockUnsettledRoots,
  markSettled,
  requireClaimed,
  type SettlementScope,
  sumUnsettled,
} from "../authorizations";
import { ensureMerchantAccount, ensureNetworkAccount, postPayout } from "../ledger";
import { type AskedUnder, isOver, nameOf } from "./asked-batches";
import { divideBatch, type SettlementBatchRow } from "./settlement-batch";

/** Families in one batch. What is left goes into the next one at once: see `settleMerchant`. */
const MAX_FAMILIES = 5_000;
const MAX_BATCHES = 200;

export interface MerchantSettlement extends SettlementScope {
  readonly tenantId: TenantId;
  readonly environment: "live" | "test";
  /** The UTC day the statement is for. */
  readonly settledDay: Date;
  readonly now: Date;
  /** The request that asks for it, where one does. */
  readonly request: AskedUnder | null;
}

/**
 * Settles what a merchant captured and refunded before the cutoff: claims every line, posts one payout a batch, writes
 * its statement. A debt (more refunded than captured) pays nothing and is carried into the next batch.
 *
 * Accounts: merchant (entry down), network (entry up). Invariant: Σ lines + carried in = payout + carried out; a line
 * is claimed once, because its family and the merchant's account are locked and a trigger keeps it in its batch. A
 * retry, or another run at the same time, finds what is left, which may be nothing. Nothing is settled while the
 * merchant or its tenant is suspended; it waits for the first run after.
 */
export async function settleMerchant(
  input: MerchantSettlement,
  { maxFamilies = MAX_FAMILIES }: { readonly maxFamilies?: number } = {},
): Promise<SettlementBatchRow[]> {
  const { merchantId, environment, now } = input;
  const currency = parseCurrency(input.currency);
  const pool = getPool();
  const accounts = {
    merchantAccountId: await ensureMerchantAccount(pool, { merchantId, environment, currency, createdAt: now }),
    networkAccountId: await ensureNetworkAccount(pool, { environment, currency, createdAt: now }),
  };
  const batches: SettlementBatchRow[] = [];
  while (batches.length < MAX_BATCHES) {
    const batch = await runInTransaction((db) => settleBatch(db, input, accounts, maxFamilies));
    if (!batch) break;
    batches.push(batch);
  }
  return batches;
}

interface Accounts {
  readonly merchantAccountId: AccountId;
  readonly networkAccountId: AccountId;
}

async function settleBatch(
  db: Queryable,
  input: MerchantSettlement,
  accounts: Accounts,
  maxFamilies: number,
): Promise<SettlementBatchRow | null> {
  if (input.request && (await isOver(db, input.request))) return null;
  // One settlement of an account at a time, so that each batch follows exactly one other. Requests never wait for it.
  await query(db, sql`SELECT id FROM accounts WHERE id = ${accounts.merchantAccountId} FOR NO KEY UPDATE`);
  const [merchant] = await query<{ isPayable: boolean }>(
    db,
    sql`SELECT m.status = 'active' AND t.status = 'active' AS is_payable
      FROM merchants m JOIN tenants t ON t.id = m.tenant_id WHERE m.id = ${input.merchantId}`,
  );
  if (!merchant?.isPayable) return null;
  const roots = await lockUnsettledRoots(db, input, maxFamilies);
  if (roots.length === 0) return null;
  const totals = await sumUnsettled(db, input, roots);
  if (totals.captureCount + totals.refundCount === 0) return null;
  const batch = await newBatch(db, input, totals);
  await writeBatch(db, { input, batch, roots, accounts });
  announce(db, `tenant:${batch.tenantId}:${batch.environment}`);
  return batch;
}

async function newBatch(db: Queryable, input: MerchantSettlement, totals: BatchTotals): Promise<SettlementBatchRow> {
  const { tenantId, environment, merchantId, currency, settledDay, cutoffAt, now, request } = input;
  const [previous] = await query<{ id: string; carriedOutMinor: bigint }>(
    db,
    sql`SELECT b.id, b.carried_out_minor FROM settlement_batches b
      WHERE b.merchant_id = ${merchantId} AND b.currency = ${currency}
        AND NOT EXISTS (SELECT 1 FROM settlement_batches n WHERE n.previous_batch_id = b.id)`,
  );
  const carriedInMinor = previous?.carriedOutMinor ?? 0n;
  const { payoutMinor, carriedOutMinor } = divideBatch(totals, carriedInMinor);
  return {
    id: newRecordId(now),
    tenantId,
    environment,
    merchantId,
    currency,
    settledDay,
    cutoffAt,
    previousBatchId: previous?.id ?? null,
    ...totals,
    carriedInMinor,
    payoutMinor,
    carriedOutMinor,
    payoutPostingId: payoutMinor > 0n ? newRecordId(now) : null,
    idempotencyKey: request && nameOf(request),
    createdAt: now,
  };
}

interface BatchWrite {
  readonly input: MerchantSettlement;
  readonly batch: SettlementBatchRow;
  readonly roots: readonly AuthorizationId[];
  readonly accounts: Accounts;
}

async function writeBatch(db: Queryable, { input, batch, roots, accounts }: BatchWrite): Promise<void> {
  const { environment, currency, now } = input;
  const { payoutPostingId, payoutMinor } = batch;
  const payout =
    payoutPostingId === null
      ? sql``
      : sql`, ${postPayout(
          {
            posting: {
              id: payoutPostingId,
              kind: "payout",
              environment,
              currency,
              authorizationId: null,
              createdAt: now,
            },
            ...accounts,
            amountMinor: payoutMinor,
          },
          "batch",
        )}`;
  const claim = { batchId: batch.id, scope: input, roots, at: now };
  await query(
    db,
    sql`WITH batch AS (${insertRows("settlement_batches", [batch], "(SELECT 1) AS settlement")}),
      ${claimLines(claim, "batch")}${payout}
      SELECT ${requireClaimed(batch)}`,
  );
  await markSettled(db, claim);
}
