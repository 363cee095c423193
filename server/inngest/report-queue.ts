import type { ReportQueue } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { inngest } from "./client";
import { reportAsked } from "./events";

/** One run per report. Its event id makes a repeated hand-over with the same number start only one run. */
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
