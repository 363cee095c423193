import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { announce } from "@/server/db/announce";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DomainError } from "@/server/domain/errors";
import type { TenantReader } from "@/server/domain/queries";
import { findAheadMs, inOwnTime } from "@/server/domain/sandbox-clock";
import { wake } from "@/server/domain/wake";
import { yieldBetweenBatches } from "@/server/domain/yield-between-batches";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { getLogger } from "@/server/platform/logger";
import { type Cursor, countLines, type ReportLine, readLines } from "./read-lines";
import type { ReportFileRow, ReportKind } from "./report-file";

/** The domain knows no file format. */
export interface ReportFormat {
  head(kind: ReportKind): string;
  lines(lines: readonly ReportLine[], now: Date): string;
}

/** Lines read at once; more would delay requests in the same process. */
const PAGE = 1_000;
/** A step ends after this, to show progress and so that a retry repeats little. */
const STEP_MS = 3_000;

const compress = promisify(gzip);

interface Asked {
  readonly fileId: string;
  readonly run: number;
}

/**
 * Makes some pages of a report. Each is one statement together with the next position, guarded by the number of pages, so that
 * a repeat writes none twice. Rests between pages as long as they take. Throws database errors; call it again then. Safe to
 * call at any time and concurrently.
 */
export async function advanceReportFile(
  { fileId, run }: Asked,
  format: ReportFormat,
  { stepMs = STEP_MS, page = PAGE }: { readonly stepMs?: number; readonly page?: number } = {},
): Promise<{ readonly isMore: boolean }> {
  const isCurrent = sql`id = ${fileId} AND run = ${run}::integer AND state IN ('pending', 'running')`;
  let [file] = await query<ReportFileRow>(
    getPool(),
    sql`UPDATE report_files SET state = 'running', touched_at = ${now()} WHERE ${isCurrent} RETURNING *`,
  );
  if (!file) return { isMore: false };
  const { tenantId, environment } = file;
  const yieldToRequests = yieldBetweenBatches();
  const startedAt = performance.now();
  try {
    do {
      await yieldToRequests();
      const aheadMs = environment === "test" ? await findAheadMs(tenantId) : 0;
      const reader: TenantReader = { kind: "tenant", tenantId, environment, now: inOwnTime(now(), aheadMs).now };
      if (file.partCount === 0) await noteTotal(file, await countLines(reader, file));
      const { lines, next } = await readLines(reader, file, file.cursor, page);
      const text = (file.partCount === 0 ? format.head(file.kind) : "") + format.lines(lines, reader.now);
      const after = await writePart(file, { text, lineCount: lines.length, next });
      if (!after) return { isMore: false };
      file = after;
    } while (file.state === "running" && performance.now() - startedAt < stepMs);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    getLogger().error({ reportFile: fileId, error: error.message }, "a report could not be made");
    await query(
      getPool(),
      sql`UPDATE report_files SET state = 'failed', slot = NULL, finished_at = ${now()} WHERE ${isCurrent} RETURNING 1`,
    );
    return { isMore: false };
  } finally {
    announce(getPool(), `tenant:${tenantId}:${environment}`);
  }
  // Another report may be waiting for its turn.
  if (file.state === "done") wake("reports");
  return { isMore: file.state === "running" };
}

async function noteTotal({ id, run }: ReportFileRow, total: number | null): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE report_files SET total_count = ${total}::integer WHERE id = ${id} AND run = ${run}::integer RETURNING 1`,
  );
}

interface Part {
  readonly text: string;
  readonly lineCount: number;
  readonly next: Cursor | null;
}

/** Undefined if another run has replaced this one, or has written the page. */
async function writePart(file: ReportFileRow, { text, lineCount, next }: Part): Promise<ReportFileRow | undefined> {
  const at = now();
  const content = await compress(text);
  const [after] = await query<ReportFileRow>(
    getPool(),
    sql`WITH file AS (
        UPDATE report_files SET row_count = row_count + ${lineCount}::integer, part_count = part_count + 1,
          byte_count = byte_count + ${Buffer.byteLength(text)}::bigint, touched_at = ${at},
          cursor = ${next && JSON.stringify(next)}::json,
          state = ${next ? "running" : "done"}::report_file_state, finished_at = ${next ? null : at}::timestamptz,
          slot = CASE WHEN ${next !== null} THEN slot END
        WHERE id = ${file.id} AND run = ${file.run}::integer AND state = 'running'
          AND part_count = ${file.partCount}::integer
        RETURNING *
      ), part AS (
        INSERT INTO report_file_parts (id, file_id, number, content, created_at)
        SELECT ${newRecordId(file.createdAt)}, id, part_count - 1, ${content}::bytea, created_at FROM file
      )
      SELECT * FROM file`,
  );
  return after;
}
