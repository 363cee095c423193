import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import type { Registry } from "../registry";
import { endRun } from "./end-run";
import { type LockedRun, RunLimitError, remember, type StepResult } from "./run-state";

/** The end of a sleep or a wait: remembered, and the run goes on, in one transaction. A run that outgrew its limits fails. */
export async function completeStep(db: Queryable, run: LockedRun, step: StepResult, registry: Registry): Promise<void> {
  try {
    await remember(db, run, step);
  } catch (error) {
    if (!(error instanceof RunLimitError)) throw error;
    const { name, message } = error;
    return await endRun(db, run, { status: "failed", error: { name, message } }, registry);
  }
  await goOn(db, run);
}

/** Once nothing is pending, the function is called to find its next steps: once, however many steps end together. */
export async function goOn(db: Queryable, run: LockedRun): Promise<void> {
  await query(
    db,
    sql`INSERT INTO engine_jobs (id, run_id, function_id, kind, run_at, slot_key)
      SELECT ${newRecordId(now())}, ${run.id}, ${run.functionId}, 'call', now(), ${run.slotKey}
      WHERE NOT EXISTS (SELECT 1 FROM engine_jobs WHERE run_id = ${run.id})`,
  );
}
