import type { BulkJobQueue } from "@/server/domain/bulk-jobs";
import { inngest } from "./client";
import { bulkJobAsked } from "./events";

/** One run per job. Its event id makes a repeated hand-over with the same number start only one run. */
export const bulkJobQueue: BulkJobQueue = async (jobs) => {
  await inngest.send(
    jobs.map(({ jobId, run }) => bulkJobAsked.create({ jobId, run }, { id: `bulk-job.${jobId}.${run}` })),
  );
};
