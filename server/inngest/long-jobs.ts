import { bankStatements } from "@/server/domain/bank-statements";
import { bulkJobs } from "@/server/domain/bulk-jobs";
import type { JobQueue, LongJob } from "@/server/domain/long-jobs";
import { reportsIn } from "@/server/domain/report-files";
import { sandboxJumps } from "@/server/domain/sandbox";
import { replays } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { inngest } from "./client";
import { jobDue } from "./events";

export const LONG_JOBS: readonly LongJob[] = [bankStatements, bulkJobs, replays, reportsIn(REPORT_CSV), sandboxJumps];

/** One run per row. An event's id makes a repeated hand-over with the same number start only one run. */
export const jobQueue: JobQueue = async (kind, due) => {
  await inngest.send(
    due.map(({ id, run, startsAt }) =>
      jobDue(kind).create(
        { id, run, startsAt: startsAt && startsAt > now() ? startsAt.toISOString() : null },
        { id: `${kind}.${id}.${run}` },
      ),
    ),
  );
};
