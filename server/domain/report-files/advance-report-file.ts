import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { DomainError } from "@/server/domain/errors";
import { defineLongJob, type LongJob } from "@/server/domain/long-jobs";
import type { TenantReader } from "@/server/domain/queries";
import { findAheadMs, inOwnTime } from "@/server/domain/sandbox-clock";
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

const compress = promisify(gzip);

/**
 * Makes a report, 1,000 lines at a time: more would delay requests in the same process. Each page is one query together with
 * the next position, guarded by the number of pages, so that a repeat writes none twice.
 */
export const reportsIn = (format: ReportFormat): LongJob =>
  defineLongJob<ReportFileRow>({
    kind: "report",
    table: sql`report_files`,
    columns: sql`r.*`,
    size: 1_000,
    advance: async (file, size) => ({ row: await makePage(file, format, size), isWork: true }),
    topicOf: ({ tenantId, environment }) => `tenant:${tenantId}:${environment}`,
    startsAt: sql`r.begins_at`,
    givenUp: sql`state = 'failed', slot = NULL`,
  });

async function makePage(file: ReportFileRow, format: ReportFormat, size: number): Promise<ReportFileRow | undefined> {
  const { id, run, tenantId, environment } = file;
  const aheadMs = environment === "test" ? await findAheadMs(tenantId) : 0;
  const reader: TenantReader = { kind: "tenant", tenantId, environment, now: inOwnTime(now(), aheadMs).now };
  try {
    if (file.partCount === 0) await noteTotal(file, await countLines(reader, file));
    const { lines, next } = await readLines(reader, file, file.cursor, size);
    const text = (file.partCount === 0 ? format.head(file.kind) : "") + format.lines(lines, reader.now);
    return await writePart(file, { text, lineCount: lines.length, next });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    getLogger().error(
      { reportFile: id, error: error.message },
      "report failed: it can’t be read, and is not tried again",
    );
    await query(
      getPool(),
      sql`UPDATE report_files SET state = 'failed', slot = NULL, finished_at = ${now()}
        WHERE id = ${id} AND run = ${run}::integer AND finished_at IS NULL RETURNING 1`,
    );
    return undefined;
  }
}

async function noteTotal({ id, run }: ReportFileRow, total: number | null): Promise<void> {
  await query(
    getPool(),
    sql`UPDATE report_files SET total_count = ${total}::integer, state = 'running'
      WHERE id = ${id} AND run = ${run}::integer AND finished_at IS NULL RETURNING 1`,
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
