import { advanceBulkJob, bindBulkJobQueue, handOverBulkJobs } from "@/server/domain/bulk-jobs";
import { handOverToNone } from "./hand-over-to-none";

/** The runs of jobs that an engine would begin now. */
export const beginBulkJobs = () =>
  handOverToNone({ work: "bulk_jobs", bind: bindBulkJobQueue, handOver: handOverBulkJobs });

/** Does all jobs that are due to their end, one record a step. */
export async function doBulkJobs(): Promise<void> {
  for (const job of await beginBulkJobs()) {
    for (let isMore = true; isMore; ) ({ isMore } = await advanceBulkJob(job, { stepMs: 0 }));
  }
}
