import { advanceBulkJob, bindBulkJobQueue, handOverBulkJobs } from "@/server/domain/bulk-jobs";
import { handOverToNone } from "./hand-over-to-none";

export const beginBulkJobs = () =>
  handOverToNone({ work: "bulk_jobs", bind: bindBulkJobQueue, handOver: handOverBulkJobs });

export async function doBulkJobs(): Promise<void> {
  for (const job of await beginBulkJobs()) {
    for (let isMore = true; isMore; ) ({ isMore } = await advanceBulkJob(job, { stepMs: 0 }));
  }
}
