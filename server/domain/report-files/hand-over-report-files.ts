import { sql } from "@/server/db/sql";
import { defineRunQueue, type RunQueue } from "@/server/domain/run-queue";

interface DueReportFile {
  readonly fileId: string;
  readonly run: number;
  readonly beginsAt: Date;
}

/** Must call `advanceReportFile` until there is no more to do. */
export type ReportQueue = RunQueue<DueReportFile>;

const runs = defineRunQueue<DueReportFile>({
  work: "reports",
  update: sql`UPDATE report_files r`,
  from: sql`FROM report_files r`,
  due: sql`r.id AS file_id, r.run, r.begins_at`,
  idOf: ({ fileId }) => fileId,
  givenUp: sql`state = 'failed', slot = NULL`,
  touchedAt: (now) => sql`greatest(r.begins_at, ${now})`,
});

export const bindReportQueue = runs.bind;
export const handOverReportFiles = runs.handOver;
