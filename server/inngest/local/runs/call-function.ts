import { getPool } from "@/server/db/pool";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { now } from "@/server/platform/clock";
import type { Answer } from "../protocol";
import type { RegisteredFunction } from "../registry";
import { send } from "../send";
import { signBody } from "../signature";
import type { ClaimedJob } from "./claim-jobs";
import { readAnswer } from "./read-answer";

interface KnownStep {
  readonly id: string;
  readonly isError: boolean;
  /** JSON, kept as text: through `json` a number might come back as another. */
  readonly result: string;
}

/** What a run remembers. */
export interface Memory {
  readonly event: string;
  readonly steps: readonly KnownStep[];
}

/** Null where the run is gone. Throws UnavailableError. */
export async function loadMemory(job: ClaimedJob): Promise<Memory | null> {
  const [memory] = await query<Memory>(
    getPool(),
    sql`SELECT r.event, (
        SELECT coalesce(json_agg(json_build_object('id', s.step_id, 'isError', s.is_error, 'result', s.result)
          ORDER BY s.position), '[]'::json)
        FROM engine_steps s WHERE s.run_id = r.id) AS steps
      FROM engine_runs r WHERE r.id = ${job.runId}`,
  );
  return memory ?? null;
}

export interface CallOptions {
  readonly signingKey: string;
  readonly socketPath?: string | undefined;
  readonly signal: AbortSignal;
}

/** Calls the function for one job, with all that its run remembers. Never throws for what the function does. */
export async function callFunction(
  job: ClaimedJob,
  memory: Memory,
  options: CallOptions & { readonly registered: RegisteredFunction },
): Promise<Answer> {
  const { registered, signingKey, socketPath, signal } = options;
  const { text, signature } = signBody(describeCall(job, registered, memory), signingKey, now());
  const url = new URL(registered.url);
  // Without one the SDK looks for new steps; with one it runs just that.
  if (job.stepId) url.searchParams.set("stepId", job.stepId);
  const raw = await send(
    url,
    { socketPath, method: "POST", text, headers: { "x-inngest-signature": signature } },
    signal,
  );
  return "failure" in raw ? raw.failure : readAnswer(raw);
}

function describeCall(job: ClaimedJob, registered: RegisteredFunction, run: Memory): object {
  const event: unknown = JSON.parse(run.event);
  const stack = run.steps.map(({ id }) => id);
  const known = run.steps.map(({ id, isError, result }) => {
    const value: unknown = JSON.parse(result);
    return [id, isError ? { type: "error", error: value } : { type: "data", data: value }];
  });
  return {
    version: 2,
    event,
    events: [event],
    steps: Object.fromEntries(known),
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
