import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { type Sql, sql } from "@/server/db/sql";
import { getLogger } from "@/server/platform/logger";
import { type Answer, type KnownStep, nameOf, type Operation, rememberedStep, type StepError } from "../protocol";
import { retryWaitMs } from "../retry-waits";
import { UnsupportedError } from "../unsupported";
import type { ClaimedRun } from "./claim-runs";

type Settled = Exclude<Answer, { kind: "away" }>;

const MAX_STEPS = 1_000;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Writes the outcome of a call in one query, only if the claim is still ours, so that result and next step are always
 * consistent. Returns the run if it continues at once; null if it sleeps, waits, has ended, or belongs to another process.
 */
export async function applyAnswer(run: ClaimedRun, answer: Settled, maxAttempts: number): Promise<ClaimedRun | null> {
  if (answer.kind === "done") return await end(run, "completed", answer.result);
  if (answer.kind === "threw" && !answer.isFinal && run.attempt + 1 < maxAttempts) {
    return await tryAgain(run, answer.retryAfterMs ?? retryWaitMs(run.attempt));
  }
  if (answer.kind === "threw" && !answer.step) return await fail(run, answer.error);
  try {
    if (answer.kind === "threw") return await remember(run, answer.step ? [failedStep(answer.step, answer.error)] : []);
    return await applyOperations(run, answer.operations);
  } catch (error) {
    // The function uses something unsupported, so retrying is pointless.
    if (!(error instanceof UnsupportedError)) throw error;
    return await fail(run, { name: error.name, message: error.message });
  }
}

const failedStep = (step: Operation, error: StepError): KnownStep => ({ id: step.id, name: nameOf(step), error });

/** The steps that the call made, in order; the last may be a sleep, or the end of the run. */
async function applyOperations(run: ClaimedRun, operations: readonly Operation[]): Promise<ClaimedRun | null> {
  const made = operations.slice(0, -1).map(rememberedStep);
  const last = operations.at(-1);
  if (!last) throw new UnsupportedError("an answer without a step");
  if (last.op === "RunComplete") return await end(run, "completed", last.data, made);
  // The SDK ran other steps for as long as one call may; the next call makes this one.
  if (last.op === "StepPlanned" && operations.length === 1) return await remember(run, []);
  if (last.op === "StepFailed") return await remember(run, [...made, failedStep(last, last.error ?? NO_REASON)]);
  if (last.op !== "Sleep") return await remember(run, [...made, rememberedStep(last)]);
  // A sleep is stored as a finished step when it begins, since it is over when the run continues.
  const sleepsUntil = new Date(last.name);
  if (!/^\d{4}-/.test(last.name) || Number.isNaN(sleepsUntil.getTime())) {
    throw new UnsupportedError(`step "${nameOf(last)}", which sleeps for ${last.name} and not until a date,`);
  }
  return await remember(run, [...made, { id: last.id, name: nameOf(last), data: null }], sleepsUntil);
}

const NO_REASON: StepError = { name: "Error", message: "" };

async function remember(
  run: ClaimedRun,
  steps: readonly KnownStep[],
  sleepsUntil: Date | null = null,
): Promise<ClaimedRun | null> {
  const next = sleepsUntil
    ? sql`sleep_name = ${steps.at(-1)?.name}, run_at = ${sleepsUntil}, ${FREED}`
    : sql`sleep_name = NULL`;
  const known = await put(run, sql`attempt = 0, ${next}`, steps);
  return known && !sleepsUntil ? { ...run, steps: known, attempt: 0 } : null;
}

const FREED = sql`lease_token = NULL, leased_until = NULL`;

async function tryAgain(run: ClaimedRun, waitMs: number): Promise<null> {
  const runAt = sql`now() + make_interval(secs => ${waitMs / 1000})`;
  await put(run, sql`attempt = attempt + 1, sleep_name = NULL, run_at = ${runAt}, ${FREED}`);
  return null;
}

async function fail(run: ClaimedRun, error: StepError): Promise<null> {
  getLogger().error(
    { function: run.functionId, run: run.id, reason: error.message },
    "function run failed: no retries left",
  );
  return await end(run, "failed", error);
}

async function end(
  run: ClaimedRun,
  status: "completed" | "failed",
  output: unknown,
  steps: readonly KnownStep[] = [],
): Promise<null> {
  const ended = sql`status = ${status}::engine_run_status, output = ${JSON.stringify(output ?? null)}`;
  await put(run, sql`${ended}, ended_at = now(), run_at = NULL, sleep_name = NULL, ${FREED}`, steps);
  return null;
}

/** Returns all steps; null if another process has claimed the run or it was canceled: late results have no effect. */
async function put(
  { id, leaseToken }: Pick<ClaimedRun, "id" | "leaseToken">,
  change: Sql,
  made: readonly KnownStep[] = [],
): Promise<readonly KnownStep[] | null> {
  const [stored] = await query<{ steps: string }>(
    getPool(),
    sql`UPDATE engine_runs SET steps = ${withSteps(made)}, ${change} WHERE id = ${id} AND lease_token = ${leaseToken} RETURNING steps`,
  );
  if (!stored) return null;
  const steps = JSON.parse(stored.steps) as KnownStep[];
  if (steps.length > MAX_STEPS) throw new UnsupportedError("a run of more than 1,000 steps");
  if (Buffer.byteLength(stored.steps) > MAX_BYTES) throw new UnsupportedError("a run whose results are over 4 MB");
  return steps;
}

/** SQL: the run's steps with these at their end. They are text, since jsonb has no `\\u0000`. */
function withSteps(made: readonly KnownStep[]): Sql {
  const added = made.map((step) => JSON.stringify(step)).join();
  return added === ""
    ? sql`steps`
    : sql`left(steps, -1) || CASE steps WHEN '[]' THEN '' ELSE ',' END || ${`${added}]`}::text`;
}

/** Steps that a call made before it goes on. False if they came too late. */
export async function storeSteps(
  run: Pick<ClaimedRun, "id" | "leaseToken">,
  made: readonly Operation[],
): Promise<boolean> {
  return (await put(run, sql`attempt = 0`, made.map(rememberedStep))) !== null;
}
