import { lookUpTogether } from "@/server/db/batches/batch-queue";
import type { Attempt } from "@/server/db/guarded";
import { rowsAsJson } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { isRecordId } from "@/server/platform/ids";
import { formatAmount } from "@/server/platform/money";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { MerchantCaller } from "../caller";
import { DomainError } from "../errors";
import type { CaptureRow } from "./authorization";
import { stateDetails } from "./current-status";
import type { Family } from "./family";
import { drawFrom } from "./move/draw-from";
import type { ReversePlan } from "./move/plan-reverse";
import { getFamilyOfRoot, listCaptures } from "./read-family";

/** One capture as the merchant knows it. Its parts share a `transactionId`, the first part's record id. */
export interface Transaction {
  readonly transactionId: string;
  readonly family: Family;
  readonly captures: readonly CaptureRow[];
}

export function transactionNotFound(): DomainError {
  return new DomainError("transaction_not_found", "No such transaction.");
}

/** A transaction of the calling merchant. Throws `transaction_not_found`. */
export async function getTransactionOf(
  attempt: Attempt,
  caller: MerchantCaller,
  transactionId: string,
): Promise<Transaction> {
  if (!isRecordId(transactionId)) throw transactionNotFound();
  const { merchantId, environment } = caller;
  const found = await findCaptured(attempt, { transactionId, merchantId, environment });
  if (!found) throw transactionNotFound();
  const family = await getFamilyOfRoot(attempt, found.rootId);
  const captures = (await listCaptures(attempt, family.members)).filter((row) => row.transactionId === transactionId);
  const target = family.members.find(({ id }) => id === found.targetId) ?? family.root;
  return { transactionId, family: { ...family, target }, captures };
}

interface Named {
  readonly transactionId: string;
  readonly merchantId: string;
  readonly environment: string;
}

interface Captured {
  readonly rootId: AuthorizationId;
  readonly targetId: AuthorizationId;
}

async function readCaptured(db: Queryable, named: readonly Named[]): Promise<(Captured | null)[]> {
  const rows = await query<Captured & { readonly n: number }>(
    db,
    sql`SELECT i.n, c.root_id, c.target_id
      FROM json_to_recordset(${rowsAsJson(named.map((one, n) => ({ n, ...one })))}::json)
        AS i(n int, transaction_id text, merchant_id text, environment environment)
      JOIN captures c ON c.id = i.transaction_id AND c.transaction_id = i.transaction_id
        AND c.merchant_id = i.merchant_id AND c.environment = i.environment`,
  );
  const found = named.map((): Captured | null => null);
  for (const { n, ...captured } of rows) found[n] = captured;
  return found;
}

const readCapturedTogether = lookUpTogether("transactions", (named: readonly Named[]) =>
  readCaptured(getPool(), named),
);

async function findCaptured({ db }: Attempt, named: Named): Promise<Captured | null> {
  if (db === getPool()) return readCapturedTogether(named);
  const [found = null] = await readCaptured(db, [named]);
  return found;
}

export function refundableOf(captures: readonly CaptureRow[]): bigint {
  return captures.reduce((sum, capture) => sum + capture.amountMinor - capture.refundedMinor, 0n);
}

/** Captures, each with its parts on several authorizations added up. One has settled when all its parts have. */
export function transactionsOf(captures: readonly CaptureRow[]): CaptureRow[] {
  const firsts = captures.filter((one, n) => captures.findIndex((other) => isSameCapture(one, other)) === n);
  return firsts.map((first) => {
    const all = captures.filter((other) => isSameCapture(first, other));
    const sum = (of: "amountMinor" | "refundedMinor") => all.reduce((total, part) => total + part[of], 0n);
    const isSettled = all.every(({ settledAt }) => settledAt !== null);
    const settledAt = isSettled ? first.settledAt : null;
    return { ...first, amountMinor: sum("amountMinor"), refundedMinor: sum("refundedMinor"), settledAt };
  });
}

function isSameCapture(one: CaptureRow, other: CaptureRow): boolean {
  return one.transactionId === other.transactionId;
}

/** Details of a 409: what is left of the transaction, and the state of its authorization, which may have other captures. */
export function transactionDetails({ captures, family }: Transaction, now: Date) {
  const remainingRefundable = formatAmount(refundableOf(captures), family.root.currency);
  return { ...stateDetails(family, now, "refund"), remainingRefundable };
}

/** Refunds the oldest part first. Null refunds all that is left. */
export function planRefund(transaction: Transaction, requestedMinor: bigint | null, now: Date): ReversePlan {
  const { captures } = transaction;
  const refundable = refundableOf(captures);
  if (refundable === 0n) {
    throw new DomainError("transaction_not_refundable", "The transaction is already fully refunded.", {
      details: transactionDetails(transaction, now),
    });
  }
  const refundedMinor = requestedMinor ?? refundable;
  if (refundedMinor > refundable) {
    throw new DomainError("amount_exceeds_refundable", "The amount is more than can be refunded.", {
      field: "amount",
      details: transactionDetails(transaction, now),
    });
  }
  const draws = drawFrom(captures, refundedMinor, (capture) => capture.amountMinor - capture.refundedMinor);
  return {
    moves: draws.map(({ item, takenMinor }) => ({ authorizationId: item.authorizationId, refundedMinor: takenMinor })),
    refunds: draws.map(({ item, takenMinor }) => ({ captureId: item.id, amountMinor: takenMinor })),
    voidedMinor: 0n,
    refundedMinor,
    remainingMinor: refundable - refundedMinor,
  };
}
