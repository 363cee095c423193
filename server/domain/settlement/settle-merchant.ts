import { announce } from "@/server/db/announce";
import { requireAsRead, requireVersion, runInTransaction, type Standing } from "@/server/db/guarded";
import { insertRows, type NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId, newRecordIds } from "@/server/platform/ids";
import { parseCurrency } from "@/server/platform/money";
import type { AccountId, TenantId } from "@/server/platform/noun-ids";
import {
  type BatchTotals,
  claimLines,
  hasUnsettled,
  LINE_RULE,
  lockUnsettledRoots,
  type SettlementScope,
  sumClaimed,
} from "../authorizations";
import { ensureFeesAccount, ensureMerchantAccount, ensureNetworkAccount, postSettlement } from "../ledger";
import { hasReturned, lockReturned, markRepaid } from "../payouts";
import { type NewEvent, type Publish, publishing } from "../webhooks";
import { isOver, nameOf, type RequestClaim, readName } from "./asked-batches";
import { lockPricesShared, paymentFees } from "./price";
import { divideBatch, type SettlementBatchRow } from "./settlement-batch";

/** Families per batch; the next batch takes the rest at once. */
const MAX_FAMILIES = 5_000;
/** Families collected, and locked, at a time. */
const PIECE = 200;
const MAX_BATCHES = 200;

type OpenBatch = NewRow<"open_batches">;

export interface MerchantSettlement extends SettlementScope {
  readonly tenantId: TenantId;
  readonly environment: "live" | "test";
  readonly settledDay: Date;
  readonly now: Date;
  readonly request: RequestClaim | null;
  readonly standing?: Standing | undefined;
}

interface Limits {
  readonly maxFamilies?: number;
  readonly piece?: number;
}

/**
 * Settles what a merchant captured and refunded before the cutoff. A batch is opened, collects its lines in pieces, and is
 * closed: in one transaction, its totals are summed, its fee and payout posted, and its statement written. A debt (more
 * refunded and charged than captured) pays nothing and is carried into the next batch. So is a payout that came back: it is paid
 * again, also where there is nothing else to settle.
 *
 * Accounts, at the close only: merchant (an entry down each for fee and payout), the tenant's fees and network (an entry up
 * each); a returned fee goes the other way. Invariant: Σ lines − Σ their fees + carried in = payout + carried out. A line gets
 * its fee when it is collected: what the payment then costs more, by the prices of its captures' days. A line is collected once, with all unsettled lines of its
 * family, because the family is locked and a trigger keeps the line in its batch. An open batch has paid nothing. A retry or a
 * concurrent run continues the open batch. While the merchant or its tenant is suspended, nothing is collected or closed.
 */
export async function settleMerchant(
  input: MerchantSettlement,
  { maxFamilies = MAX_FAMILIES, piece = PIECE }: Limits = {},
): Promise<SettlementBatchRow[]> {
  const { merchantId, environment, now } = input;
  const currency = parseCurrency(input.currency);
  const pool = getPool();
  const accounts = {
    merchantAccountId: await ensureMerchantAccount(pool, { merchantId, environment, currency, createdAt: now }),
    networkAccountId: await ensureNetworkAccount(pool, { environment, currency, createdAt: now }),
  };
  const batches: SettlementBatchRow[] = [];
  for (let round = 0; round < MAX_BATCHES; round += 1) {
    const open = await runInTransaction((db) => openBatch(db, input, accounts));
    if (!open) break;
    while (await runInTransaction((db) => collectPiece(db, open, input, { maxFamilies, piece })));
    const batch = await publishing((db, publish) => closeBatch({ db, publish }, open, accounts, input));
    if (batch) batches.push(batch);
  }
  return batches;
}

async function openBatch(db: Queryable, input: MerchantSettlement, accounts: Accounts): Promise<OpenBatch | null> {
  if (input.request && (await isOver(db, input.request))) return null;
  const { tenantId, environment, merchantId, currency, settledDay, cutoffAt, now, request } = input;
  await lockAccount(db, accounts);
  const payable = await findPayable(db, merchantId, input);
  if (!payable) return null;
  const [open] = await query<OpenBatch>(
    db,
    sql`SELECT * FROM open_batches WHERE merchant_id = ${merchantId} AND currency = ${currency}`,
  );
  if (open) return open;
  if (!(await hasUnsettled(db, input)) && !(await hasReturned(db, input))) return null;
  const row: OpenBatch = {
    id: newRecordId(now),
    tenantId,
    environment,
    merchantId,
    currency,
    settledDay,
    cutoffAt,
    idempotencyKey: request && nameOf(request),
    families: 0,
    openedAt: now,
    isFeeReturned: payable.isFeeReturned,
    lineRule: LINE_RULE,
  };
  await query(db, insertRows("open_batches", [row], "(SELECT 1) AS settlement"));
  await requireAsRead(db, payable);
  return row;
}

/** One run at a time opens or closes an account's batch, so that batches form a chain. Requests never wait for this lock. */
async function lockAccount(db: Queryable, { merchantAccountId }: Accounts): Promise<void> {
  await query(db, sql`SELECT id FROM accounts WHERE id = ${merchantAccountId} FOR NO KEY UPDATE`);
}

interface Payable extends Standing {
  readonly isFeeReturned: boolean;
}

/** Null if the merchant may not be paid now. Throws ChangedStandingError. */
async function findPayable(
  db: Queryable,
  merchantId: string,
  { standing }: Pick<MerchantSettlement, "standing">,
): Promise<Payable | null> {
  const [merchant] = await query<{ isPayable: boolean; isFeeReturned: boolean; tenantId: TenantId; standing: bigint }>(
    db,
    sql`SELECT m.status = 'active' AND t.status = 'active' AS is_payable, m.is_fee_returned, t.id AS tenant_id, t.standing
      FROM merchants m JOIN tenants t ON t.id = m.tenant_id WHERE m.id = ${merchantId}`,
  );
  if (!merchant) return null;
  requireVersion(standing, merchant.standing);
  const { tenantId, standing: version, isFeeReturned } = merchant;
  return merchant.isPayable ? { tenantId, version, isFeeReturned } : null;
}

/** Locks the open batch, so that one run at a time collects for it or closes it. Null if another run has closed it. */
async function lockOpen(db: Queryable, id: string): Promise<OpenBatch | null> {
  const [open] = await query<OpenBatch>(db, sql`SELECT * FROM open_batches WHERE id = ${id} FOR UPDATE`);
  return open ?? null;
}

/** Oldest families first. False if there is nothing more for this batch, as for one that an older version opened. */
async function collectPiece(
  db: Queryable,
  { id, merchantId }: OpenBatch,
  input: MerchantSettlement,
  { maxFamilies, piece }: Required<Limits>,
): Promise<boolean> {
  await lockPricesShared(db, merchantId);
  const payable = await findPayable(db, merchantId, input);
  const open = await lockOpen(db, id);
  const room = open?.lineRule === LINE_RULE ? Math.min(piece, maxFamilies - open.families) : 0;
  if (!payable || !open || room <= 0) return false;
  const scope = { merchantId: open.merchantId, currency: open.currency, cutoffAt: open.cutoffAt };
  const roots = await lockUnsettledRoots(db, scope, room);
  if (roots.length === 0) return false;
  await claimLines(db, { batchId: id, scope, roots, at: input.now, fees: paymentFees(open) });
  await query(db, sql`UPDATE open_batches SET families = families + ${roots.length} WHERE id = ${id}`);
  await requireAsRead(db, payable);
  return roots.length === room;
}

interface Accounts {
  readonly merchantAccountId: AccountId;
  readonly networkAccountId: AccountId;
}

/** Null if nothing was collected, another run closed it, or the merchant may not be paid now. */
async function closeBatch(
  { db, publish }: { readonly db: Queryable; readonly publish: Publish },
  { id, merchantId, idempotencyKey }: OpenBatch,
  accounts: Accounts,
  input: MerchantSettlement,
): Promise<SettlementBatchRow | null> {
  const asked = readName(idempotencyKey);
  const isLate = asked !== null && (await isOver(db, asked));
  await lockAccount(db, accounts);
  const payable = await findPayable(db, merchantId, input);
  const open = await lockOpen(db, id);
  if (!payable || !open) return null;
  await query(db, sql`DELETE FROM open_batches WHERE id = ${id}`);
  const totals = await sumClaimed(db, open);
  const returned = await lockReturned(db, open);
  if (totals.captureCount + totals.refundCount + returned.ids.length === 0) return null;
  // The answered request can't get another batch, so this one is made under no request.
  const opened = isLate ? { ...open, idempotencyKey: null } : open;
  const batch = await newBatch(db, opened, { totals, returnedMinor: returned.sumMinor }, input.now);
  await writeBatch(db, batch, accounts);
  await markRepaid(db, returned, batch.id);
  await publish(eventsOf(batch));
  await requireAsRead(db, payable);
  announce(db, `tenant:${batch.tenantId}:${batch.environment}`);
  return batch;
}

function eventsOf(batch: SettlementBatchRow): NewEvent[] {
  const { id, tenantId, environment, merchantId: merchant, currency, payoutPostingId, createdAt: at } = batch;
  const common = { tenantId, environment, sequence: 1, at };
  const shared = { merchant, currency, day: batch.settledDay.toISOString().slice(0, 10) };
  const payoutMinor = batch.payoutMinor.toString();
  const completed: NewEvent<"settlement.completed"> = {
    ...common,
    type: "settlement.completed",
    facts: {
      ...shared,
      recordId: id,
      capturedMinor: batch.capturedMinor.toString(),
      refundedMinor: batch.refundedMinor.toString(),
      feeMinor: batch.feeMinor.toString(),
      payoutMinor,
      carriedInMinor: batch.carriedInMinor.toString(),
      carriedOutMinor: batch.carriedOutMinor.toString(),
      captureCount: batch.captureCount,
      refundCount: batch.refundCount,
      payoutId: payoutPostingId,
    },
    source: id,
  };
  if (payoutPostingId === null) return [completed];
  const paid: NewEvent<"payout.created"> = {
    ...common,
    type: "payout.created",
    facts: { ...shared, recordId: payoutPostingId, amountMinor: payoutMinor, batchId: id },
    source: payoutPostingId,
  };
  return [completed, paid];
}

async function newBatch(
  db: Queryable,
  {
    id,
    tenantId,
    environment,
    merchantId,
    currency,
    settledDay,
    cutoffAt,
    idempotencyKey,
    isFeeReturned,
    lineRule,
  }: OpenBatch,
  { totals, returnedMinor }: { readonly totals: BatchTotals; readonly returnedMinor: bigint },
  now: Date,
): Promise<SettlementBatchRow> {
  const [previous] = await query<{ id: string; carriedOutMinor: bigint }>(
    db,
    sql`SELECT b.id, b.carried_out_minor FROM settlement_batches b
      WHERE b.merchant_id = ${merchantId} AND b.currency = ${currency}
        AND NOT EXISTS (SELECT 1 FROM settlement_batches n WHERE n.previous_batch_id = b.id)`,
  );
  const carriedInMinor = (previous?.carriedOutMinor ?? 0n) + returnedMinor;
  const { payoutMinor, carriedOutMinor } = divideBatch(totals, carriedInMinor);
  // The fee is listed before the payout of the same moment.
  const [feeId = "", payoutId = ""] = newRecordIds(now, 2);
  return {
    id,
    tenantId,
    environment,
    merchantId,
    currency,
    settledDay,
    cutoffAt,
    previousBatchId: previous?.id ?? null,
    ...totals,
    isFeeReturned,
    lineRule,
    feePostingId: totals.feeMinor === 0n ? null : feeId,
    carriedInMinor,
    payoutMinor,
    carriedOutMinor,
    payoutPostingId: payoutMinor > 0n ? payoutId : null,
    idempotencyKey,
    createdAt: now,
  };
}

async function writeBatch(db: Queryable, batch: SettlementBatchRow, accounts: Accounts): Promise<void> {
  const {
    tenantId,
    environment,
    currency: code,
    createdAt,
    feePostingId,
    feeMinor,
    payoutPostingId,
    payoutMinor,
  } = batch;
  const currency = parseCurrency(code);
  const posting = { environment, currency, authorizationId: null, createdAt };
  const fee = feePostingId !== null && {
    posting: { ...posting, id: feePostingId, kind: "fee" as const },
    feesAccountId: await ensureFeesAccount(db, { tenantId, environment, currency, createdAt }),
    amountMinor: feeMinor,
  };
  const payout = payoutPostingId !== null && {
    posting: { ...posting, id: payoutPostingId, kind: "payout" as const },
    networkAccountId: accounts.networkAccountId,
    amountMinor: payoutMinor,
  };
  const { merchantAccountId } = accounts;
  await query(
    db,
    sql`WITH batch AS (${insertRows("settlement_batches", [batch], "(SELECT 1) AS settlement")})
      ${postSettlement({ merchantAccountId, fee: fee || null, payout: payout || null }, "batch")} SELECT 1`,
  );
}
