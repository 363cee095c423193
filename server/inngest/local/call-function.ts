import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import type { ClaimedJob } from "./claim-jobs";
import type { Answer } from "./protocol";
import { readAnswer } from "./read-answer";
import type { RegisteredFunction } from "./registry";
import { send } from "./send";
import { signBody } from "./signature";

/** Calls the function for one job, with all that its run remembers. Never throws for what the function does. */
export async function callFunction(
  job: ClaimedJob,
  registered: RegisteredFunction,
  options: { readonly signingKey: string; readonly signal: AbortSignal },
): Promise<Answer | null> {
  const [run] = await query<{ event: string }>(getPool(), sql`SELECT event FROM engine_runs WHERE id = ${job.runId}`);
  if (!run) return null;
  const steps = await query<{ stepId: string; isError: boolean; result: string }>(
    getPool(),
    sql`SELECT step_id, is_error, result FROM engine_steps WHERE run_id = ${job.runId} ORDER BY position`,
  );
  const { text, signature } = signBody(describeCall(job, registered, run.event, steps), options.signingKey, now());
  const url = new URL(registered.url);
  // Without one the SDK looks for new steps; with one it runs just that.
  if (job.stepId) url.searchParams.set("stepId", job.stepId);
  const raw = await send(url, { method: "POST", text, headers: { "x-inngest-signature": signature } }, options.signal);
  return "failure" in raw ? raw.failure : readAnswer(raw);
}

function describeCall(
  job: ClaimedJob,
  registered: RegisteredFunction,
  event: string,
  steps: readonly { readonly stepId: string; readonly isError: boolean; readonly result: string }[],
): object {
  const parsed: unknown = JSON.parse(event);
  const stack = steps.map(({ stepId }) => stepId);
  const memory = steps.map(({ stepId, isError, result }) => {
    const value: unknown = JSON.parse(result);
    return [stepId, isError ? { type: "error", error: value } : { type: "data", data: value }];
  });
  return {
    version: 2,
    event: parsed,
    events: [parsed],
    steps: Object.fromEntries(memory),
    use_api: false,
    ctx: {
      // No fn_id: with one the SDK reports each step to an API of its own ("checkpointing") instead of answering.
      run_id: job.runId,
      step_id: "step",
      attempt: job.attempt,
      max_attempts: registered.maxAttempts,
      // The order in which steps completed: the SDK replays them in it, which decides races.
      stack: { stack, current: stack.length },
      // One of several parallel steps: only that one, though its end may let the function go on.
      disable_immediate_execution: job.stepId !== null,
      use_api: false,
      env: "",
    },
  };
}
