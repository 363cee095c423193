import type { ReversalReason } from "@/server/contracts/rest/authorization-schemas";
import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { MerchantCaller } from "@/server/domain/caller";
import type { AuthorizationId } from "@/server/platform/noun-ids";
import type { CaptureRow } from "../authorization";
import { drawnMembers, type Family } from "../family";
import { getFamily, getFamilyOfRoot, listCaptures } from "../read-family";
import { getTransactionOf, transactionNotFound } from "../transaction";

/** A refund of one capture, as a whole even if it drew on several parts. */
export interface TransactionRefund {
  readonly refundId: string;
  readonly transactionId: string;
  readonly amountMinor: bigint;
  readonly reasonCode: ReversalReason;
  readonly merchantReference: string | null;
  readonly metadata: CaptureRow["metadata"];
  readonly createdAt: Date;
  readonly settledAt: Date | null;
  /** Null also if its parts are in different batches. */
  readonly batchId: string | null;
}

export interface TransactionHistory {
  readonly family: Family;
  readonly captures: readonly CaptureRow[];
  readonly refunds: readonly TransactionRefund[];
  /** 7-digit ids of other approvals with the requested reference, newest first, at most 10. */
  readonly others: readonly string[];
}

const MAX_OTHERS = 10;

/**
 * The result of a call, for a merchant that has not seen its answer: by transactionId one capture; by merchant reference the
 * newest authorization with it, or with a capture or reversal that has it, and all that belongs to it. Approved ones come
 * before declined ones, so that the refusal of a retry doesn't hide what the first try took. Roots come before increments,
 * which have references of their own.
 * Throws `transaction_not_found`.
 */
export async function getTransaction(
  caller: MerchantCaller,
  input: { readonly transactionId: string } | { readonly merchantReference: string },
): Promise<TransactionHistory> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  if ("transactionId" in input) {
    const { family, captures } = await getTransactionOf(attempt, caller, input.transactionId);
    return { family, captures, refunds: await listRefunds(attempt, captures), others: [] };
  }
  const [best, ...others] = await listByReference(attempt, caller, input.merchantReference);
  if (!best) throw transactionNotFound();
  const family = await getFamily(attempt, caller, best.id);
  const captures = await listCaptures(attempt, drawnMembers(family));
  const approved = others.filter(({ outcome, rootId }) => outcome === "approved" && rootId !== best.rootId);
  return {
    family,
    captures,
    refunds: await listRefunds(attempt, captures),
    others: approved.map(({ authorizationNumber }) => authorizationNumber),
  };
}

interface Found {
  readonly id: string;
  readonly rootId: string;
  readonly authorizationNumber: string;
  readonly outcome: "approved" | "declined";
}

/** Authorizations with the reference, approved before declined, roots before increments, newest first. */
async function listByReference(
  { db }: Attempt,
  { merchantId, tenantId, environment }: MerchantCaller,
  merchantReference: string,
): Promise<Found[]> {
  const limit = MAX_OTHERS + 1;
  return query<Found>(
    db,
    sql`SELECT id, root_id, authorization_number, outcome FROM authorizations WHERE id IN (
        (SELECT id FROM authorizations
          WHERE merchant_id = ${merchantId} AND merchant_reference = ${merchantReference} AND outcome = 'approved'
          ORDER BY created_at DESC LIMIT ${limit})
        UNION
        (SELECT id FROM authorizations
          WHERE merchant_id = ${merchantId} AND merchant_reference = ${merchantReference} AND outcome = 'declined'
          ORDER BY created_at DESC LIMIT 1)
        UNION
        (SELECT root_id FROM captures
          WHERE merchant_id = ${merchantId} AND merchant_reference = ${merchantReference}
          ORDER BY created_at DESC LIMIT ${limit})
        UNION
        (SELECT v.root_id FROM reversals v JOIN authorizations r ON r.id = v.root_id AND r.merchant_id = ${merchantId}
          WHERE v.tenant_id = ${tenantId} AND v.environment = ${environment}::environment
            AND v.merchant_reference = ${merchantReference}
          ORDER BY v.created_at DESC LIMIT ${limit}))
      ORDER BY outcome, parent_id IS NOT NULL, created_at DESC, id DESC LIMIT ${limit}`,
  );
}

/** One capture of any merchant, for whoever has its receipt's link; null if there is none. */
export async function findTransaction(transactionId: string): Promise<TransactionHistory | null> {
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const [found] = await query<{ rootId: AuthorizationId }>(
    attempt.db,
    sql`SELECT root_id FROM captures WHERE id = ${transactionId} AND transaction_id = ${transactionId}`,
  );
  if (!found) return null;
  const family = await getFamilyOfRoot(attempt, found.rootId);
  const captures = (await listCaptures(attempt, family.members)).filter((row) => row.transactionId === transactionId);
  return { family, captures, refunds: await listRefunds(attempt, captures), others: [] };
}

export async function listRefunds({ db }: Attempt, captures: readonly CaptureRow[]): Promise<TransactionRefund[]> {
  return query<TransactionRefund>(
    db,
    sql`SELECT v.id AS refund_id, c.transaction_id, sum(r.amount_minor)::bigint AS amount_minor, v.reason_code,
        v.merchant_reference, v.metadata, v.created_at,
        CASE WHEN bool_and(r.settled_at IS NOT NULL) THEN max(r.settled_at) END AS settled_at,
        CASE WHEN count(DISTINCT r.batch_id) = 1 THEN max(r.batch_id) END AS batch_id
      FROM refunds r JOIN reversals v ON v.id = r.reversal_id JOIN captures c ON c.id = r.capture_id
      WHERE r.capture_id = ANY(${captures.map(({ id }) => id)})
      GROUP BY v.id, c.transaction_id ORDER BY v.created_at, v.id`,
  );
}
