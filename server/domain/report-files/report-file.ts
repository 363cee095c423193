import type { NewRow } from "@/server/db/insert-rows";
import { type Sql, sql } from "@/server/db/sql";
import type { TenantCaller } from "@/server/domain/caller";
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
export function judgeLink({ fileId, expires, signature }: ReportLink, realNow: Date): "good" | "expired" | "wrong" {
  if (!isRecordId(fileId) || !/^\d{1,12}$/.test(expires)) return "wrong";
  const expected = digestLike(signature, "report-file", fileId, ":", expires);
  if (!expected || !isEqualConstantTime(signature, shorten(expected, PROOF_DIGITS))) return "wrong";
  return Number(expires) * 1000 <= realNow.getTime() ? "expired" : "good";
}
