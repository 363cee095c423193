import type { StatementQueue } from "@/server/domain/bank-statements";
import type { BulkJobQueue } from "@/server/domain/bulk-jobs";
import type { ReportQueue } from "@/server/domain/report-files";
import type { ReplayQueue } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "./client";
import { bankStatementAsked, bulkJobAsked, replayAsked, reportAsked } from "./events";

// One run per row. An event's id makes a repeated hand-over with the same number start only one run.

export const bulkJobQueue: BulkJobQueue = async (jobs) => {
  await inngest.send(
    jobs.map(({ jobId, run }) => bulkJobAsked.create({ jobId, run }, { id: `bulk-job.${jobId}.${run}` })),
  );
};

export const replayQueue: ReplayQueue = async (replays) => {
  await inngest.send(
    replays.map(({ replayId, run }) => replayAsked.create({ replayId, run }, { id: `replay.${replayId}.${run}` })),
  );
};

export const reportQueue: ReportQueue = async (files) => {
  await inngest.send(
    files.map(({ fileId, run, beginsAt }) =>
      reportAsked.create(
        { fileId, run, beginsAt: beginsAt > now() ? beginsAt.toISOString() : null },
        { id: `report.${fileId}.${run}` },
      ),
    ),
  );
};

export const statementQueue: StatementQueue = async (statements) => {
  await inngest.send(
    statements.map(({ statementId, run }) =>
      bankStatementAsked.create({ statementId, run }, { id: `statement.${statementId}.${run}` }),
    ),
  );
};
