import type { ReportQueue } from "@/server/domain/report-files";
import { now } from "@/server/platform/clock";
import { inngest } from "./client";
import { reportAsked } from "./events";

/** Each report starts a run of its own. One that is handed over twice with a number starts one run. */
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
