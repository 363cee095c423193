import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { OperatorCaller } from "@/server/domain/caller";
import type { Currency } from "@/server/platform/money";
import type { MemberId } from "@/server/platform/noun-ids";

export interface ListedApproval {
  readonly id: string;
  /** Null, as is the title: of the network alone. */
  readonly tenantSlug: string | null;
  readonly tenantTitle: string | null;
  readonly memberId: MemberId | null;
  /** Of the member, or of the merchant whose payout it is. */
  readonly name: string | null;
  readonly amountMinor: bigint | null;
  readonly currency: Currency | null;
  readonly reference: string | null;
  readonly isReversal: boolean;
  readonly tier: string | null;
  readonly paymentFileId: string | null;
  /** Would be given back. */
  readonly payoutId: string | null;
  readonly askedBy: string;
  readonly isOwn: boolean;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
  readonly isApproved: boolean | null;
}

const MAX_LISTED = 100;

/** Undecided ones, then decided ones, newest first: at most 100. */
export function listApprovals(caller: OperatorCaller): Promise<ListedApproval[]> {
  return query<ListedApproval>(
    getPool(),
    sql`SELECT a.id, t.slug AS tenant_slug, t.title AS tenant_title, m.id AS member_id, coalesce(m.name, s.name) AS name,
        a.amount_minor, a.currency, a.reference, a.reversed_posting_id IS NOT NULL AS is_reversal, a.tier, a.payment_file_id,
        a.payout_id, asker.email AS asked_by,
        a.asked_by = ${caller.userId} AS is_own, a.asked_at, a.expires_at, decider.email AS decided_by, a.decided_at,
        a.is_approved
      FROM approvals a LEFT JOIN tenants t ON t.id = a.tenant_id JOIN users asker ON asker.id = a.asked_by
        LEFT JOIN users decider ON decider.id = a.decided_by
        LEFT JOIN payouts o ON o.id = a.payout_id LEFT JOIN merchants s ON s.id = o.merchant_id
        LEFT JOIN accounts c ON c.id = coalesce(a.account_id, o.account_id) LEFT JOIN members m ON m.id = c.member_id
      WHERE a.environment = ${caller.environment}::environment
      ORDER BY a.decided_at IS NULL AND a.expires_at > ${caller.now} DESC, a.asked_at DESC, a.id DESC
      LIMIT ${MAX_LISTED}`,
  );
}
