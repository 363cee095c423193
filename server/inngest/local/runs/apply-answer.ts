import { type Queryable, query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { inTransaction } from "@/server/db/transaction";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { parseWhen, retryWaitMs, type When } from "../durations";
import { parseExpression } from "../expressions";
import { listen } from "../listeners";
import type { Answer, Operation, StepError } from "../protocol";
import type { RegisteredFunction, Registry } from "../registry";
import { UnsupportedError } from "../unsupported";
import type { ClaimedJob } from "./claim-jobs";
import { goOn } from "./complete-step";
import { completeAtOnce, endRun } from "./end-run";
import { type LockedRun, lockRun, MAX_STEPS, RunLimitError, remember, takeJob } from "./run-state";

type Settled = Exclude<Answer, { kind: "away" }>;

/**
 * Writes what a call came to, in one transaction under the run's lock, if the job is still ours: what is remembered and
 * what comes next commit together. Returns false for a result that came too late.
 */
export async function applyAnswer(job: ClaimedJob, answer: Settled, registry: Registry): Promise<boolean> {
  const registered = registry.get(job.functionId);
  if (!registered) return false;
  if (answer.kind === "done" && (await completeAtOnce(job, answer.result, registry))) return true;
  try {
    return await inTransaction((db) => settle(db, job, answer, { registered, registry }));
  } catch (error) {
    // What the function asks for can't be done, now or ever. The transaction above left no trace.
    if (!(error instanceof RunLimitError || error instanceof UnsupportedError)) throw error;
    const failure: Settled = {
      kind: "threw",
      error: { name: error.name, message: error.message },
      step: null,
      isFinal: true,
      retryAfterMs: null,
    };
    return await inTransaction((db) => settle(db, job, failure, { registered, registry }));
  }
}

interface Known {
  readonly registered: RegisteredFunction;
  readonly registry: Registry;
}

async function settle(db: Queryable, job: ClaimedJob, answer: Settled, known: Known): Promise<boolean> {
  const run = await lockRun(db, job.runId);
  if (!run) return false;
  if (answer.kind === "threw" && !answer.isFinal && job.attempt + 1 < known.registered.maxAttempts) {
    return await retry(db, job, answer.retryAfterMs ?? retryWaitMs(job.attempt));
  }
  if (!(await takeJob(db, job))) return false;
  if (answer.kind === "done") {
    await endRun(db, run, { status: "completed", result: answer.result }, known.registry);
    return true;
  }
  if (answer.kind === "threw" && !answer.step) {
    await endRun(db, run, { status: "failed", error: answer.error }, known.registry);
    return true;
  }
  if (answer.kind === "threw" && answer.step) await rememberFailure(db, run, answer.step, answer.error);
  if (answer.kind === "operations") await applyOperations(db, run, answer.operations);
  await goOn(db, run);
  return true;
}

async function retry(db: Queryable, job: ClaimedJob, waitMs: number): Promise<boolean> {
  const put = await query(
    db,
    sql`UPDATE engine_jobs SET state = 'ready', attempt = attempt + 1, lease_token = NULL, leased_until = NULL,
        run_at = now() + make_interval(secs => ${waitMs / 1000})
      WHERE id = ${job.id} AND lease_token = ${job.leaseToken} RETURNING id`,
  );
  return put.length > 0;
}

async function rememberFailure(db: Queryable, run: LockedRun, step: Operation, error: StepError): Promise<void> {
  await remember(db, run, { stepId: step.id, name: step.displayName ?? step.name, isError: true, result: error });
}

async function applyOperations(db: Queryable, run: LockedRun, operations: readonly Operation[]): Promise<void> {
  if (operations.length > MAX_STEPS) throw new RunLimitError("a run may have 1,000 steps");
  // Who waits must be there before a sibling's event comes.
  const waits = operations.filter(({ op }) => op === "WaitForEvent");
  for (const operation of [...waits, ...operations.filter((other) => !waits.includes(other))]) {
    await applyOperation(db, run, operation);
  }
}

async function applyOperation(db: Queryable, run: LockedRun, operation: Operation): Promise<void> {
  const { id: stepId, op, name: detail, displayName, opts } = operation;
  const name = displayName ?? detail;
  if (opts?.parallelMode === "race")
    throw new UnsupportedError('group.parallel({ mode: "race" }) is not implemented here');
  if (op === "StepRun") return await remember(db, run, { stepId, name, result: operation.data });
  if (op === "StepFailed" || op === "StepError") {
    return await rememberFailure(db, run, operation, operation.error ?? { name: "Error", message: "" });
  }
  if (op === "StepPlanned") return await addJob(db, run, { kind: "step", stepId, name, when: { afterMs: 0 } });
  if (op === "Sleep") return await addJob(db, run, { kind: "sleep", stepId, name, when: parseWhen(detail) });
  if (op === "WaitForEvent") {
    await addJob(db, run, { kind: "wait", stepId, name, when: parseWhen(opts?.timeout ?? "365d") });
    const expression = opts?.if ? parseExpression(opts.if) : [];
    return await listen(db, { runId: run.id, stepId, eventName: detail, expression, event: run.event });
  }
  throw new UnsupportedError(`step "${name}" needs ${op}, which is not implemented here`);
}

interface NewJob {
  readonly kind: "step" | "sleep" | "wait";
  readonly stepId: string;
  readonly name: string;
  readonly when: When;
}

async function addJob(db: Queryable, run: LockedRun, { kind, stepId, name, when }: NewJob): Promise<void> {
  const runAt = "at" in when ? sql`${when.at}` : sql`now() + make_interval(secs => ${when.afterMs / 1000})`;
  await query(
    db,
    sql`INSERT INTO engine_jobs (id, run_id, function_id, kind, step_id, step_name, run_at, slot_key)
      VALUES (${newRecordId(now())}, ${run.id}, ${run.functionId}, ${kind}::engine_job_kind, ${stepId}, ${name}, ${runAt},
        ${kind === "step" ? run.slotKey : null})
      ON CONFLICT DO NOTHING`,
  );
}
