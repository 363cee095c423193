import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import {
  type CaptureRow,
  drawnMembers,
  type Family,
  getAuthorization,
  getTransaction,
  listCaptures,
  listRefunds,
  type TransactionHistory,
  type TransactionRefund,
} from "@/server/domain/authorizations";
import type { MerchantCaller, TenantCaller } from "@/server/domain/caller";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import { type Payer, payerOf } from "./payment-filter";

export type Moved = Pick<
  CaptureRow | TransactionRefund,
  "merchantReference" | "metadata" | "createdAt" | "settledAt" | "batchId"
>;

interface WithPayouts {
  /** Payout of each closed batch; null if it paid nothing out. */
  readonly payouts: ReadonlyMap<string, string | null>;
}

export interface AuthorizationMoves extends WithPayouts {
  readonly family: Family;
  readonly payer: Payer | null;
  readonly captures: readonly CaptureRow[];
  readonly refunds: readonly TransactionRefund[];
}

/** Throws `authorization_not_found`. */
export async function getAuthorizationMoves(
  caller: TenantCaller,
  input: { readonly id: string },
): Promise<AuthorizationMoves> {
  const family = await getAuthorization(caller, input);
  const attempt = { db: getPool(), isLocking: false };
  const [captures, payer] = await Promise.all([
    listCaptures(attempt, drawnMembers(family)),
    findPayer(family.target.id),
  ]);
  const refunds = captures.length > 0 ? await listRefunds(attempt, captures) : [];
  return { family, payer, captures, refunds, payouts: await findPayouts([...captures, ...refunds]) };
}

async function findPayer(id: AuthorizationId): Promise<Payer | null> {
  const [row] = await query<{ payer: Payer | null }>(
    getPool(),
    sql`SELECT ${payerOf({ kind: "tenant" }, sql`a`)} AS payer FROM authorizations a WHERE a.id = ${id}`,
  );
  return row?.payer ?? null;
}

export type TransactionMoves = TransactionHistory & WithPayouts;

/** Throws `transaction_not_found`. */
export async function getTransactionMoves(
  caller: MerchantCaller,
  input: Parameters<typeof getTransaction>[1],
): Promise<TransactionMoves> {
  const history = await getTransaction(caller, input);
  return { ...history, payouts: await findPayouts([...history.captures, ...history.refunds]) };
}

export async function findPayouts(
  moves: readonly Pick<Moved, "settledAt" | "batchId">[],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = new Set(moves.flatMap(({ settledAt, batchId }) => (settledAt && batchId ? [batchId] : [])));
  if (ids.size === 0) return new Map();
  const batches = await query<{ readonly id: string; readonly payoutPostingId: string | null }>(
    getPool(),
    sql`SELECT id, payout_posting_id FROM settlement_batches WHERE id = ANY(${[...ids]}::text[])`,
  );
  return new Map(batches.map(({ id, payoutPostingId }) => [id, payoutPostingId]));
}
