import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import type { ReportRow } from "@/server/domain/reports";
import { byAmount, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";
import type { MerchantId } from "@/server/platform/noun-ids";

/** For the acquirer. The name of another tenant's member is null. */
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

const MERCHANT = sql`coalesce(a.merchant_name_raw, m.name)`;
const AMOUNT = sql`CASE WHEN a.outcome = 'approved' THEN a.family_amount_minor ELSE a.amount_minor END`;
const FROM = sql`FROM transaction_reports r JOIN authorizations a ON a.id = r.authorization_id
  JOIN merchants m ON m.id = a.merchant_id
  LEFT JOIN members own ON own.id = r.member_id AND own.tenant_id = r.tenant_id
  LEFT JOIN users u ON u.id = r.resolved_by`;

type SortName = "merchant" | "amount";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  merchant: byText(MERCHANT),
  amount: byAmount(AMOUNT, sql`a.currency`),
};

interface ListInput extends Omit<SortedInput<SortName>, "now"> {
  readonly state: "open" | "resolved" | null;
}

export function listReports(caller: StaffCaller, input: ListInput): Promise<SortedPage<TenantReport>> {
  const isOpen = input.state === null ? null : input.state === "open";
  const where = sql`r.tenant_id = ${caller.tenantId} AND r.environment = ${caller.environment}::environment
    AND (${isOpen}::boolean IS NULL OR (r.resolved_at IS NULL) = ${isOpen}::boolean)`;
  const select = (rest: Sql) =>
    query<TenantReport>(
      getPool(),
      sql`SELECT r.*, a.authorization_number, a.merchant_id, ${MERCHANT} AS merchant_name, a.currency, a.outcome,
          own.name AS member_name, u.email AS resolved_by_email, ${AMOUNT} AS amount_minor
        ${FROM} WHERE ${where} AND ${rest}`,
    );
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`${FROM} WHERE ${where}`,
      createdAt: sql`r.created_at`,
      id: sql`r.id`,
      keys: SORT_KEYS,
      select,
      placeOf: (report) => report,
    },
  );
}
