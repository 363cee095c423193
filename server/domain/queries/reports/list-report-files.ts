import type { NewRow } from "@/server/db/insert-rows";
import { sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { defineList, type List } from "@/server/domain/list";
import { byNumber, byText } from "@/server/domain/sort-keys";

export interface ListedReportFile extends NewRow<"report_files"> {
  readonly askedBy: string | null;
  readonly merchantName: string | null;
}

export function reportFileList({ tenantId, environment }: TenantCaller): List<ListedReportFile, "kind" | "rows"> {
  return defineList({
    as: sql`f`,
    own: sql`FROM report_files f WHERE f.tenant_id = ${tenantId} AND f.environment = ${environment}::environment`,
    select: (found) => sql`SELECT f.*, m.name AS merchant_name, coalesce(u.email, k.public_key) AS asked_by
      FROM ${found} f LEFT JOIN merchants m ON m.id = f.merchant_id
        LEFT JOIN users u ON u.id = f.user_id LEFT JOIN api_keys k ON k.id = f.api_key_id`,
    keys: { kind: byText(sql`f.kind::text`), rows: byNumber(sql`f.row_count`) },
  });
}
