import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { StaffCaller } from "@/server/domain/caller";
import { byNumber, byText, type SortKey } from "@/server/domain/sort-keys";
import { type SortedInput, type SortedPage, sortedRows } from "@/server/domain/sorted-page";

export interface TenantReportFile extends NewRow<"report_files"> {
  readonly askedBy: string | null;
  readonly merchantName: string | null;
}

const FROM = sql`FROM report_files f LEFT JOIN merchants m ON m.id = f.merchant_id
  LEFT JOIN users u ON u.id = f.user_id LEFT JOIN api_keys k ON k.id = f.api_key_id`;

type SortName = "kind" | "rows";

const SORT_KEYS: Readonly<Record<SortName, SortKey>> = {
  kind: byText(sql`f.kind::text`),
  rows: byNumber(sql`f.row_count`),
};

export function listReportFiles(
  caller: StaffCaller,
  input: Omit<SortedInput<SortName>, "now">,
): Promise<SortedPage<TenantReportFile>> {
  const where = sql`f.tenant_id = ${caller.tenantId} AND f.environment = ${caller.environment}::environment`;
  const select = (rest: Sql) =>
    query<TenantReportFile>(
      getPool(),
      sql`SELECT f.*, m.name AS merchant_name, coalesce(u.email, k.public_key) AS asked_by
        ${FROM} WHERE ${where} AND ${rest}`,
    );
  return sortedRows(
    { ...input, now: caller.now },
    {
      rows: sql`${FROM} WHERE ${where}`,
      createdAt: sql`f.created_at`,
      id: sql`f.id`,
      keys: SORT_KEYS,
      select,
      placeOf: (file) => file,
    },
  );
}
