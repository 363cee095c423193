import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { type ApiPage, type ApiPosition, apiPage } from "@/server/domain/api-page";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { isRecordId } from "@/server/platform/ids";
import { isOwnReport, type ReportFileRow } from "./report-file";

/** Newest first. Throws `invalid_reference` for a cursor that isn't the caller's. */
export function listOwnReportFiles(caller: TenantCaller, position: ApiPosition): Promise<ApiPage<ReportFileRow>> {
  return apiPage(position, {
    ...{ createdAt: sql`f.created_at`, id: sql`f.id`, columns: sql`f.*` },
    rows: sql`FROM report_files f WHERE ${isOwnReport(caller)}`,
    isLookedThrough: false,
    placeOf: (id) => ({
      createdAt: sql`(SELECT f.created_at FROM report_files f WHERE f.id = ${id} AND ${isOwnReport(caller)})`,
      id: sql`${id}`,
    }),
    read: ({ found, order }) => query<ReportFileRow>(getPool(), sql`SELECT * FROM ${found} f ORDER BY ${order}`),
  });
}

/** Throws `report_not_found`. */
export async function getReportFile(caller: TenantCaller, { id }: { readonly id: string }): Promise<ReportFileRow> {
  const [file] = isRecordId(id)
    ? await query<ReportFileRow>(
        getPool(),
        sql`SELECT f.* FROM report_files f WHERE f.id = ${id} AND ${isOwnReport(caller)}`,
      )
    : [];
  if (!file) throw new DomainError("report_not_found", "No such report.");
  return file;
}
