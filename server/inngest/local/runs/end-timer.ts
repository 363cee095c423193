import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import type { Registry } from "../registry";
import type { ClaimedJob } from "./claim-jobs";
import { completeStep } from "./complete-step";
import { lockRun, takeJob } from "./run-state";

/** A sleep or a wait is over: its result is null. Whether its event came first is decided under the run's lock. */
export async function endTimer(job: ClaimedJob, registry: Registry): Promise<void> {
  await inTransaction(async (db) => {
    const run = await lockRun(db, job.runId);
    if (!run || !job.stepId || !(await takeJob(db, job))) return;
    await query(db, sql`DELETE FROM engine_listeners WHERE run_id = ${run.id} AND step_id = ${job.stepId}`);
    await completeStep(db, run, { stepId: job.stepId, name: job.stepName ?? "", result: null }, registry);
  });
}
