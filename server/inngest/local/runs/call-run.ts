import { setTimeout as sleep } from "node:timers/promises";
import { isLostRace } from "@/server/db/errors";
import { now } from "@/server/platform/clock";
import { FairPlaces } from "@/server/platform/fair-places";
import { getLogger } from "@/server/platform/logger";
import { UnavailableError } from "@/server/platform/unavailable";
import type { Answer } from "../protocol";
import type { RegisteredFunction } from "../registry";
import { send } from "../send";
import { signBody } from "../signature";
import { applyAnswer } from "./apply-answer";
import { type ClaimedRun, putBack } from "./claim-runs";
import { readAnswer } from "./read-answer";

/** Pause before calling an unreachable function again, in seconds. */
const AWAY_SECONDS = 5;
const MAX_ROUNDS = 15;
const MAX_PAUSE_MS = 5_000;

/** Hundreds of calls may end at once; this leaves database connections to the app. */
const places = new FairPlaces({ places: () => 4 });

export interface CallOptions {
  readonly signingKey: string;
  readonly socketPath?: string | undefined;
  readonly signal: AbortSignal;
}

/** Calls a claimed run's function and stores the outcome, until the run sleeps, waits for a retry, or ends. */
export async function callRun(
  claimed: ClaimedRun,
  registered: RegisteredFunction,
  options: CallOptions,
): Promise<void> {
  const { signal } = options;
  let run: ClaimedRun | null = claimed;
  while (run) {
    const current: ClaimedRun = run;
    const answer = current.attempt >= registered.maxAttempts ? SPENT : await callFunction(current, registered, options);
    signal.throwIfAborted();
    if (answer.kind === "away") {
      const { id, functionId } = current;
      getLogger().warn(
        { function: functionId, run: id, reason: answer.reason },
        "function not reached: the call is repeated",
      );
      return await persist(() => putBack([current], AWAY_SECONDS), signal);
    }
    const write = () => applyAnswer(current, answer, registered.maxAttempts);
    run = await persist(() => places.run([current.functionId], write), signal);
  }
}

const SPENT: Answer = {
  kind: "threw",
  error: { name: "Error", message: "the process ended while this ran, and no attempt is left" },
  step: null,
  isFinal: true,
  retryAfterMs: null,
};

/** Never throws for the function's own errors. */
async function callFunction(run: ClaimedRun, registered: RegisteredFunction, options: CallOptions): Promise<Answer> {
  const { signingKey, socketPath, signal } = options;
  const { text, signature } = signBody(describeCall(run, registered), signingKey, now());
  const headers = { "x-inngest-signature": signature };
  const raw = await send(new URL(registered.url), { socketPath, method: "POST", text, headers }, signal);
  return "failure" in raw ? raw.failure : readAnswer(raw);
}

function describeCall(run: ClaimedRun, { maxAttempts }: RegisteredFunction): object {
  const { id, functionId, leaseToken, steps, event, attempt } = run;
  const started: unknown = JSON.parse(event);
  const stack = steps.map((step) => step.id);
  return {
    version: 2,
    event: started,
    events: [started],
    steps: Object.fromEntries(
      steps.map((step) => [
        step.id,
        step.error ? { type: "error", error: step.error } : { type: "data", data: step.data },
      ]),
    ),
    use_api: false,
    ctx: {
      run_id: id,
      // With these the SDK goes on after a step, and stores it by `receiveCheckpoint` before it sleeps.
      fn_id: functionId,
      qi_id: leaseToken,
      step_id: "step",
      attempt,
      max_attempts: maxAttempts,
      // The order in which steps ended, in which the SDK replays them.
      stack: { stack, current: stack.length },
      disable_immediate_execution: false,
      use_api: false,
      env: "",
    },
  };
}

/**
 * Retries transient database errors for most of a minute, or until the engine stops, so that they cost neither a result nor an
 * attempt. The claim is kept alive meanwhile.
 */
async function persist<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await work();
    } catch (error) {
      const isPassing = error instanceof UnavailableError || isLostRace(error);
      if (!isPassing || round === MAX_ROUNDS) throw error;
      await sleep(Math.min(100 * 2 ** round, MAX_PAUSE_MS), undefined, { signal });
    }
  }
}
