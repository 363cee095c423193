import { setTimeout as sleep } from "node:timers/promises";
import { isLostRace } from "@/server/db/errors";
import { FairPlaces } from "@/server/platform/fair-places";
import { getLogger } from "@/server/platform/logger";
import { UnavailableError } from "@/server/platform/unavailable";
import type { Answer } from "../protocol";
import type { RegisteredFunction, Registry } from "../registry";
import { applyAnswer } from "./apply-answer";
import { type CallOptions, callFunction, loadMemory } from "./call-function";
import { type ClaimedJob, passSlotOn, putBack } from "./claim-jobs";
import { endTimer } from "./end-timer";

/** How long a function that can't be reached is left alone, seconds. */
const AWAY_SECONDS = 5;
const MAX_ROUNDS = 15;
const MAX_PAUSE_MS = 5_000;

/** Hundreds of calls may end in one moment. What they came to is written beside the app's own work, not before it. */
const places = new FairPlaces({ places: () => 4 });

/** Does what a claimed job says, and writes what came of it. */
export async function callJob(job: ClaimedJob, registry: Registry, options: CallOptions): Promise<void> {
  const registered = registry.get(job.functionId);
  if (!registered) throw new Error("a job of an unknown function was claimed");
  const { signal } = options;
  if (job.kind === "sleep" || job.kind === "wait") return await persist(() => endTimer(job, registry), signal);
  const answer = job.attempt >= registered.maxAttempts ? spent(job) : await call(job, { registered, ...options });
  signal.throwIfAborted();
  if (answer === null) return;
  if (answer.kind === "away") {
    warnOf(job, registered, answer.reason);
    return await persist(() => putBack([job], AWAY_SECONDS), signal);
  }
  await persist(() => places.run({ party: job.functionId, key: "" }, () => applyAnswer(job, answer, registry)), signal);
  const { slotKey } = job;
  if (slotKey) await persist(() => passSlotOn(slotKey), signal);
}

/** Null where the run is gone. */
async function call(
  job: ClaimedJob,
  options: CallOptions & { readonly registered: RegisteredFunction },
): Promise<Answer | null> {
  const memory = await persist(() => loadMemory(job), options.signal);
  return memory && (await callFunction(job, memory, options));
}

/** Its process ended while it ran, and it has no attempt left. */
function spent({ stepId, stepName }: ClaimedJob): Answer {
  const error = { name: "Error", message: "the process ended while this ran, and no attempt is left" };
  const step = stepId ? { id: stepId, op: "StepError", name: stepName ?? "", data: null } : null;
  return { kind: "threw", error, step, isFinal: true, retryAfterMs: null };
}

function warnOf(job: ClaimedJob, { url }: RegisteredFunction, reason: string): void {
  getLogger().warn({ function: job.functionId, run: job.runId, url, reason }, "a function can't be reached");
}

/**
 * A passing fault of the database must cost neither a result nor an attempt: the claim is kept alive meanwhile, and this
 * goes on for most of a minute, or until the engine stops.
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
