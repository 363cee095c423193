import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { olderThan, type Page, type PageInput, toPage } from "@/server/domain/page";
import type { ReportRow } from "@/server/domain/reports";
import type { MerchantId } from "@/server/platform/noun-ids";

/** A report as the acquirer's people see it: what was paid where, and who took note. Another tenant's member has no name. */
export interface TenantReport extends ReportRow {
  readonly authorizationNumber: string;
  readonly merchantId: MerchantId;
  readonly merchantName: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly memberName: string | null;
  readonly outcome: "approved" | "declined";
  readonly resolvedByEmail: string | null;
}

/** Newest first. `isOpen`: only those that no one has taken note of, or only the others; null: all. */
export async function listReports(
  caller: StaffCaller,
  input: PageInput & { readonly isOpen: boolean | null },
): Promise<Page<TenantReport>> {
  const { limit, cursor, isOpen } = input;
  const rows = await query<TenantReport>(
    getPool(),
    sql`SELECT r.*, a.authorization_number, a.merchant_id, coalesce(a.merchant_name_raw, m.name) AS merchant_name,
        a.currency, a.outcome, own.name AS member_name, u.email AS resolved_by_email,
        CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END AS amount_minor
      FROM transaction_reports r
      JOIN authorizations a ON a.id = r.authorization_id
      JOIN merchants m ON m.id = a.merchant_id
      LEFT JOIN members own ON own.id = r.member_id AND own.tenant_id = r.tenant_id
      LEFT JOIN users u ON u.id = r.resolved_by
      WHERE r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
        AND (${isOpen}::boolean IS NULL OR (r.resolved_at IS NULL) = ${isOpen}::boolean)
        AND ${olderThan(cursor, sql`r.created_at`, sql`r.id`)}
      ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit + 1}`,
  );
  return toPage(rows, limit, (report) => report);
}
