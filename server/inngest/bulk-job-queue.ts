import type { BulkJobQueue } from "@/server/domain/bulk-jobs";
import { inngest } from "./client";
import { bulkJobAsked } from "./events";

/** Each job starts a run of its own. One that is handed over twice with a number starts one run. */
export const bulkJobQueue: BulkJobQueue = async (jobs) => {
  await inngest.send(
    jobs.map(({ jobId, run }) => bulkJobAsked.create({ jobId, run }, { id: `bulk-job.${jobId}.${run}` })),
  );
};
