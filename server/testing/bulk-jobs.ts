import { advanceBulkJob, type BulkJobQueue, bindBulkJobQueue, handOverBulkJobs } from "@/server/domain/bulk-jobs";
import { now } from "@/server/platform/clock";

type Due = Parameters<BulkJobQueue>[0][number];

/** Hands all jobs that are due over to no engine: what an engine would begin. */
export async function handOverToNone(): Promise<Due[]> {
  const asked: Due[] = [];
  bindBulkJobQueue(async (jobs) => {
    asked.push(...jobs);
  });
  await handOverBulkJobs({ now: now() });
  bindBulkJobQueue(null);
  return asked;
}

/** Does all jobs that are due to their end, one record a step. */
export async function doBulkJobs(): Promise<void> {
  for (const job of await handOverToNone()) {
    for (let isMore = true; isMore; ) ({ isMore } = await advanceBulkJob(job, { stepMs: 0 }));
  }
}
