import { bindJobQueue, type DueJob, handOverJobs, type LongJob } from "@/server/domain/long-jobs";
import { untilIdle } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";

/** Collects the runs of due rows, which an engine would start. */
export async function beginJobs(job: LongJob): Promise<DueJob[]> {
  const begun: DueJob[] = [];
  bindJobQueue([job], async (_, due) => {
    begun.push(...due.map(({ id, run }) => ({ id, run })));
  });
  await handOverJobs({ now: now() });
  // Binding also starts a look of its own, which may find something first.
  await untilIdle("jobs");
  bindJobQueue([], null);
  return begun;
}

/** Works through all due rows without an engine. Returns how many there were. */
export async function finishJobs(job: LongJob, options: { readonly size?: number } = {}): Promise<number> {
  const begun = await beginJobs(job);
  for (const due of begun) while ((await job.step(due, { stepMs: 0, ...options })).isMore);
  return begun.length;
}
