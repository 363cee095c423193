import { setTimeout as sleep } from "node:timers/promises";
import { isLostRace } from "@/server/db/errors";
import { getLogger } from "@/server/platform/logger";
import { UnavailableError } from "@/server/platform/unavailable";
import { applyAnswer } from "./apply-answer";
import { callFunction } from "./call-function";
import { type ClaimedJob, passSlotOn, putBack } from "./claim-jobs";
import { endTimer } from "./end-timer";
import type { Answer } from "./protocol";
import type { RegisteredFunction, Registry } from "./registry";

/** How long a function that can't be reached is left alone, seconds. */
const AWAY_SECONDS = 5;
const MAX_WRITES = 6;

/** Does what a claimed job says, and writes what came of it. */
export async function callJob(
  job: ClaimedJob,
  registry: Registry,
  options: { readonly signingKey: string; readonly signal: AbortSignal },
): Promise<void> {
  const registered = registry.get(job.functionId);
  if (!registered) throw new Error("a job of an unknown function was claimed");
  if (job.kind === "sleep" || job.kind === "wait") return await persist(() => endTimer(job, registry));
  const isSpent = job.attempt >= registered.maxAttempts;
  const answer = isSpent ? spent(job) : await callFunction(job, registered, options);
  options.signal.throwIfAborted();
  if (answer === null) return;
  if (answer.kind === "away") {
    warnOf(job, registered, answer.reason);
    return await persist(() => putBack([job], AWAY_SECONDS));
  }
  await persist(() => applyAnswer(job, answer, registry));
  if (job.slotKey) await passSlotOn(job.slotKey);
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

/** What was done must not be done again for a passing fault of the database; the lease bounds how long it is tried. */
async function persist(write: () => Promise<unknown>): Promise<void> {
  for (let round = 1; ; round += 1) {
    try {
      await write();
      return;
    } catch (error) {
      const isPassing = error instanceof UnavailableError || isLostRace(error);
      if (!isPassing || round === MAX_WRITES) throw error;
      await sleep(100 * 2 ** round);
    }
  }
}
