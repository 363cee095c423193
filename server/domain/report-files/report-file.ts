import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { NewRow } from "@/server/db/insert-rows";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError } from "@/server/domain/errors";
import { DAY_MS } from "@/server/platform/clock";
import { digest, digestLike, isEqualConstantTime, shorten } from "@/server/platform/crypto";
import { keptDays } from "@/server/platform/env";
import { isRecordId } from "@/server/platform/ids";

export type ReportFileRow = NewRow<"report_files">;
export type ReportKind = ReportFileRow["kind"];

/** `expired`: it was done, and its file is no longer kept. */
type ReportState = ReportFileRow["state"] | "expired";

/** By real time. */
export function keptUntil({ createdAt }: Pick<ReportFileRow, "createdAt">): Date {
  return new Date(createdAt.getTime() + keptDays("reports") * DAY_MS);
}

export function stateAt(file: Pick<ReportFileRow, "state" | "createdAt">, realNow: Date): ReportState {
  return file.state === "done" && keptUntil(file) <= realNow ? "expired" : file.state;
}

export function isOwnReport({ tenantId, environment }: Pick<TenantCaller, "tenantId" | "environment">): Sql {
  return sql`f.tenant_id = ${tenantId} AND f.environment = ${environment}::environment`;
}

const LINK_MS = 15 * 60_000;
/** Half of an HMAC-SHA-256: 128 bits. */
const PROOF_DIGITS = 32;

/** Anyone with a link may read the file until it expires, and no one can forge a link. */
export interface ReportLink {
  readonly fileId: string;
  /** Unix time in seconds, by real time. */
  readonly expires: string;
  readonly signature: string;
}

/** Never outlives the file. */
export function linkTo({ id, createdAt }: Pick<ReportFileRow, "id" | "createdAt">, realNow: Date): ReportLink {
  const until = Math.min(realNow.getTime() + LINK_MS, keptUntil({ createdAt }).getTime());
  const expires = String(Math.floor(until / 1000));
  return { fileId: id, expires, signature: shorten(digest("report-file", id, ":", expires), PROOF_DIGITS) };
}

/** Only a genuine link is told that it has expired. */
function judgeLink({ fileId, expires, signature }: ReportLink, realNow: Date): "good" | "expired" | "wrong" {
  if (!isRecordId(fileId) || !/^\d{1,12}$/.test(expires)) return "wrong";
  const expected = digestLike(signature, "report-file", fileId, ":", expires);
  if (!expected || !isEqualConstantTime(signature, shorten(expected, PROOF_DIGITS))) return "wrong";
  return Number(expires) * 1000 <= realNow.getTime() ? "expired" : "good";
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

const unzip = promisify(gunzip);

export interface OpenedReport {
  readonly file: ReportFileRow;
  readonly text: AsyncGenerator<string>;
}

/** The link alone gives access. */
export async function openReportFile(
  link: ReportLink,
  input: { readonly now: Date },
): Promise<OpenedReport | "wrong" | "expired" | "gone"> {
  const worth = judgeLink(link, input.now);
  if (worth !== "good") return worth;
  const [file] = await query<ReportFileRow>(getPool(), sql`SELECT * FROM report_files WHERE id = ${link.fileId}`);
  if (!file || stateAt(file, input.now) !== "done") return "gone";
  return { file, text: readParts(file) };
}

/** Throws if a part is missing, so that a truncated file doesn't look complete. */
async function* readParts({ id, partCount }: ReportFileRow): AsyncGenerator<string> {
  for (let number = 0; number < partCount; number += 1) {
    const [part] = await query<{ content: Buffer }>(
      getPool(),
      sql`SELECT content FROM report_file_parts WHERE file_id = ${id} AND number = ${number}`,
    );
    if (!part) throw new Error("a part of a report’s file is gone");
    yield (await unzip(part.content)).toString("utf8");
  }
}
