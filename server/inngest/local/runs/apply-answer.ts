import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import type { Answer, KnownStep, Operation, StepError } from "../protocol";
import { retryWaitMs } from "../retry-waits";
import { UnsupportedError } from "../unsupported";
import type { ClaimedRun } from "./claim-runs";

type Settled = Exclude<Answer, { kind: "away" }>;

const MAX_STEPS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Writes the outcome of a call in one statement, only if the claim is still ours, so that result and next step are always
 * consistent. Returns the run if it continues at once; null if it sleeps, waits, has ended, or belongs to another process.
 */
export async function applyAnswer(run: ClaimedRun, answer: Settled, maxAttempts: number): Promise<ClaimedRun | null> {
  if (answer.kind === "done") return await end(run, "completed", answer.result);
  if (answer.kind === "threw" && !answer.isFinal && run.attempt + 1 < maxAttempts) {
    return await tryAgain(run, answer.retryAfterMs ?? retryWaitMs(run.attempt));
  }
  if (answer.kind === "threw" && !answer.step) return await fail(run, answer.error);
  try {
    const { step, sleepsUntil } =
      answer.kind === "threw" && answer.step
        ? { step: failedStep(answer.step, answer.error), sleepsUntil: null }
        : readOperation(answer.kind === "operations" ? answer.operations : []);
    return await remember(run, step, sleepsUntil);
  } catch (error) {
    // The function uses something unsupported, so retrying is pointless.
    if (!(error instanceof UnsupportedError)) throw error;
    return await fail(run, { name: error.name, message: error.message });
  }
}

const nameOf = ({ displayName, name }: Operation) => displayName ?? name;

const failedStep = (step: Operation, error: StepError): KnownStep => ({ id: step.id, name: nameOf(step), error });

/**
 * Reads the operation of a response. A sleep is stored as a finished step when it begins, since it is over when the run
 * continues.
 */
function readOperation(operations: readonly Operation[]): { step: KnownStep; sleepsUntil: Date | null } {
  const [operation, ...more] = operations;
  if (!operation) throw new UnsupportedError("an answer without a step");
  if (more.length > 0 || operation.op === "StepPlanned") throw new UnsupportedError("steps beside each other");
  const { id, op, name: detail, data, error } = operation;
  const name = nameOf(operation);
  if (op === "StepRun") return { step: { id, name, data: data ?? null }, sleepsUntil: null };
  if (op === "StepFailed") return { step: failedStep(operation, error ?? NO_REASON), sleepsUntil: null };
  if (op !== "Sleep") throw new UnsupportedError(`step "${name}", which needs ${op},`);
  const sleepsUntil = new Date(detail);
  if (!/^\d{4}-/.test(detail) || Number.isNaN(sleepsUntil.getTime())) {
    throw new UnsupportedError(`step "${name}", which sleeps for ${detail} and not until a date,`);
  }
  return { step: { id, name, data: null }, sleepsUntil };
}

const NO_REASON: StepError = { name: "Error", message: "" };

async function remember(run: ClaimedRun, step: KnownStep, sleepsUntil: Date | null): Promise<ClaimedRun | null> {
  const steps = [...run.steps, step];
  const text = JSON.stringify(steps);
  if (steps.length > MAX_STEPS) throw new UnsupportedError("a run of more than 1,000 steps");
  if (Buffer.byteLength(text) > MAX_BYTES) throw new UnsupportedError("a run whose results are over 4 MB");
  const isOurs = sleepsUntil
    ? await put(run, sql`steps = ${text}, attempt = 0, sleep_name = ${step.name}, run_at = ${sleepsUntil}, ${FREED}`)
    : await put(run, sql`steps = ${text}, attempt = 0, sleep_name = NULL`);
  return isOurs && !sleepsUntil ? { ...run, steps, attempt: 0 } : null;
}

const FREED = sql`lease_token = NULL, leased_until = NULL`;

async function tryAgain(run: ClaimedRun, waitMs: number): Promise<null> {
  const runAt = sql`now() + make_interval(secs => ${waitMs / 1000})`;
  await put(run, sql`attempt = attempt + 1, sleep_name = NULL, run_at = ${runAt}, ${FREED}`);
  return null;
}

async function fail(run: ClaimedRun, error: StepError): Promise<null> {
  getLogger().error({ function: run.functionId, run: run.id, reason: error.message }, "a run of a function failed");
  return await end(run, "failed", error);
}

async function end(run: ClaimedRun, status: "completed" | "failed", output: unknown): Promise<null> {
  const ended = sql`status = ${status}::engine_run_status, output = ${JSON.stringify(output ?? null)}`;
  await put(run, sql`${ended}, ended_at = now(), run_at = NULL, sleep_name = NULL, ${FREED}`);
  return null;
}

/** False if another process has claimed the run or it was canceled: late results have no effect. */
async function put({ id, leaseToken }: ClaimedRun, change: Sql): Promise<boolean> {
  const rows = await query(
    getPool(),
    sql`UPDATE engine_runs SET ${change} WHERE id = ${id} AND lease_token = ${leaseToken} RETURNING 1`,
  );
  return rows.length > 0;
}
