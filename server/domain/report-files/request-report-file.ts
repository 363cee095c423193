import { randomInt } from "node:crypto";
import { announce } from "@/server/db/announce";
import { isUniqueViolation } from "@/server/db/errors";
import { type Attempt, runGuarded, STALE } from "@/server/db/guarded";
import { insertRows } from "@/server/db/insert-rows";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { staffAuditPart } from "@/server/domain/audit";
import type { TenantCaller } from "@/server/domain/caller";
import { DomainError, invalidField } from "@/server/domain/errors";
import { type IdempotencyClaim, recordAnswer } from "@/server/domain/idempotency";
import { requireOwnMerchant } from "@/server/domain/merchants";
import { realTimeOf } from "@/server/domain/sandbox-clock";
import { lockTenantRow } from "@/server/domain/tenants";
import { wake } from "@/server/domain/wake";
import { DAY_MS } from "@/server/platform/clock";
import { keptDays } from "@/server/platform/env";
import { newRecordId } from "@/server/platform/ids";
import { isOwnReport, type ReportFileRow, type ReportKind } from "./report-file";

const MAX_UNDER_WAY = 5;
/** All kept files of a tenant. */
const MAX_KEPT_BYTES = 4_000_000_000;
const MAX_SPAN_DAYS = 366;
/** Longer than a request can take to be written after its own time, so that a report up to now misses nothing. */
const UNDER_WAY_MS = 30_000;

interface ReportInput {
  readonly kind: ReportKind;
  readonly createdFrom: Date;
  readonly createdBefore: Date | null;
  readonly merchant: string | null;
  readonly currency: string | null;
}

const OF_MEMBERS: readonly ReportKind[] = ["accounts", "account_entries", "fundings"];

/**
 * The background makes the report. Throws `validation_error` for a span that ends in the future, is empty, or is longer than a
 * year, `invalid_reference` for a merchant that isn't the caller's, and `report_limit_reached`.
 */
export async function requestReportFile(
  caller: TenantCaller,
  input: ReportInput,
  claim: IdempotencyClaim<ReportFileRow> | null,
): Promise<ReportFileRow> {
  const { kind, createdFrom, currency } = input;
  const createdBefore = input.createdBefore ?? caller.now;
  requireSpan(createdFrom, createdBefore, caller.now);
  if (input.merchant !== null && OF_MEMBERS.includes(kind)) {
    throw invalidField("merchant", "doesn’t narrow this kind, which is of members");
  }
  const realNow = realTimeOf(caller);
  const merchantId = input.merchant === null ? null : await requireOwnMerchant(caller, input.merchant);
  const isUpToNow = createdBefore.getTime() > caller.now.getTime() - UNDER_WAY_MS;
  const file = await runGuarded(async (attempt) => {
    const row: ReportFileRow = {
      id: newRecordId(realNow),
      tenantId: caller.tenantId,
      environment: caller.environment,
      kind,
      createdFrom,
      createdBefore,
      merchantId,
      currency,
      state: "pending",
      apiKeyId: caller.kind === "tenant" ? caller.apiKeyId : null,
      userId: caller.kind === "staff" ? caller.userId : null,
      totalCount: null,
      rowCount: 0,
      partCount: 0,
      byteCount: 0n,
      cursor: null,
      run: 0,
      touchedAt: null,
      slot: await findFreeSlot(attempt, caller, realNow),
      beginsAt: isUpToNow ? new Date(realNow.getTime() + UNDER_WAY_MS) : realNow,
      createdAt: realNow,
      finishedAt: null,
    };
    const audited = {
      action: "report_file.requested",
      subject: { kind: "report_file", id: row.id },
      details: { kind, from: createdFrom.toISOString(), before: createdBefore.toISOString(), merchantId, currency },
    };
    try {
      await query(
        attempt.db,
        sql`WITH file AS (${insertRows("report_files", [row], "(SELECT 1) AS request")}),
          ${recordAnswer(claim, row, caller.now, "file")} ${staffAuditPart(caller, audited, "file")}
          SELECT 1`,
      );
      announce(attempt.db, `tenant:${caller.tenantId}:${caller.environment}`);
      return row;
    } catch (error) {
      if (isUniqueViolation(error, "report_files_slot_key")) return STALE;
      throw error;
    }
  }, caller.standing);
  wake("jobs");
  return file;
}

function requireSpan(from: Date, before: Date, now: Date): void {
  if (before > now) throw invalidField("created.lt", "can’t be in the future; leave it out to report up to now");
  if (from >= before) throw invalidField("created.gte", "must be before the span’s end");
  if (before.getTime() - from.getTime() > MAX_SPAN_DAYS * DAY_MS) {
    throw invalidField("created", `can’t span more than ${MAX_SPAN_DAYS} days`);
  }
}

/** Random, so that concurrent requests rarely collide; a unique key decides. */
async function findFreeSlot({ db, isLocking }: Attempt, caller: TenantCaller, realNow: Date): Promise<number> {
  if (isLocking) await lockTenantRow(db, caller.tenantId);
  const keptFrom = new Date(realNow.getTime() - keptDays("reports") * DAY_MS);
  const files = await query<{ slot: number | null; keptBytes: bigint }>(
    db,
    sql`SELECT f.slot, sum(f.byte_count) FILTER (WHERE f.created_at > ${keptFrom})::bigint AS kept_bytes
      FROM report_files f WHERE ${isOwnReport(caller)} AND (f.slot IS NOT NULL OR f.created_at > ${keptFrom})
      GROUP BY f.slot`,
  );
  const used = new Set(files.map(({ slot }) => slot));
  const free = Array.from({ length: MAX_UNDER_WAY }, (_, index) => index + 1).filter((slot) => !used.has(slot));
  const slot = free[free.length > 0 ? randomInt(free.length) : 0];
  if (slot === undefined) {
    const message = `${MAX_UNDER_WAY} reports are under way already. Ask again when one is done.`;
    throw new DomainError("report_limit_reached", message, { details: { limit: MAX_UNDER_WAY } });
  }
  const keptBytes = files.reduce((sum, file) => sum + (file.keptBytes ?? 0n), 0n);
  if (keptBytes >= MAX_KEPT_BYTES) {
    const message = "The files of your reports take up all the room you have. Ask again when the oldest have expired.";
    throw new DomainError("report_limit_reached", message, { details: { limitBytes: MAX_KEPT_BYTES } });
  }
  return slot;
}
