import type { Attempt } from "@/server/db/guarded";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { AuthorizationRow, CaptureRow } from "@/server/domain/authorizations";
import {
  getFamilyOfRoot,
  listCaptures,
  listRefunds,
  type NamedDecision,
  readDecision,
  type TransactionRefund,
  transactionNotFound,
} from "@/server/domain/authorizations";
import type { MemberCaller } from "@/server/domain/caller";
import { isRecordId } from "@/server/platform/ids";
import type { MemberTransaction } from "./list-member-activity";

export interface MemberTransactionHistory extends MemberTransaction {
  /** A decline may have been requested in another. */
  readonly accountCurrency: string;
  readonly decision: NamedDecision | null;
  readonly increments: readonly AuthorizationRow[];
  readonly captures: readonly CaptureRow[];
  readonly voids: readonly { readonly voidedMinor: bigint; readonly createdAt: Date }[];
  readonly refunds: readonly TransactionRefund[];
}

/** Throws `transaction_not_found`, also for another member's. */
export async function getMemberTransaction(
  caller: MemberCaller,
  input: { readonly id: string },
): Promise<MemberTransactionHistory> {
  if (!isRecordId(input.id)) throw transactionNotFound();
  const attempt: Attempt = { db: getPool(), isLocking: false };
  const [found] = await query<AuthorizationRow & { merchantName: string; accountCurrency: string }>(
    attempt.db,
    sql`SELECT r.*, m.name AS merchant_name, a.currency AS account_currency FROM authorizations r
      JOIN accounts a ON a.id = r.account_id JOIN merchants m ON m.id = r.merchant_id
      WHERE r.id = ${input.id} AND r.parent_id IS NULL AND a.member_id = ${caller.memberId}`,
  );
  if (!found) throw transactionNotFound();
  const { merchantName, accountCurrency, ...root } = found;
  const shown = { root, merchantName, accountCurrency };
  if (root.outcome === "declined") {
    return {
      ...shown,
      decision: await readDecision(attempt.db, root.id),
      increments: [],
      captures: [],
      voids: [],
      refunds: [],
    };
  }
  const { members } = await getFamilyOfRoot(attempt, root.id);
  const captures = await listCaptures(attempt, members);
  const voids = await query<{ voidedMinor: bigint; createdAt: Date }>(
    attempt.db,
    sql`SELECT voided_minor, created_at FROM reversals WHERE root_id = ${root.id} AND voided_minor > 0
      ORDER BY created_at, id`,
  );
  const increments = members.filter(({ id }) => id !== root.id);
  return { ...shown, decision: null, increments, captures, voids, refunds: await listRefunds(attempt, captures) };
}
