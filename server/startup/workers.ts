import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { RateLimiterClusterMaster } from "rate-limiter-flexible";
import { gatherMetrics } from "./metrics-of-all";
import type { StartSettings } from "./settings";
import type { Shutdown } from "./shutdown";

/** Which of the processes that answer requests this one is: names it for the work that only one of them does. */
const WORKER = "CLOSED_LOOP_WORKER";
const START_WITHIN_MS = 60_000;
const ENDS_WITHIN_MS = 4_500;
/** One that can't run at all must not be started again and again without a pause. */
const AGAIN_AFTER_MS = 1_000;

export const isWorker = cluster.isWorker;

/** The first worker runs what runs in the background, as the one process does where there are no others. */
export function runsBackgroundWork({ role }: Pick<StartSettings, "role">): boolean {
  if (role === "web") return false;
  return !isWorker || process.env[WORKER] === "0";
}

/**
 * Starts processes that answer at one port; connections go to them by turns, and limits without Redis are counted here, for
 * all of them. One that ends by itself is started again. Resolves once each of them listens.
 */
export async function startWorkers(
  { workers: count, drainDelaySeconds }: StartSettings,
  shutdown: Shutdown,
): Promise<void> {
  const endsWithinMs = ENDS_WITHIN_MS + drainDelaySeconds * 1_000;
  new RateLimiterClusterMaster();
  gatherMetrics();
  const workers = new Map<number, Worker>();
  let isStopping = false;
  const start = (index: number): Worker => {
    const worker = cluster.fork({ [WORKER]: String(index) });
    workers.set(index, worker);
    worker.once("exit", async (code, signal) => {
      if (isStopping) return;
      process.stderr.write(`A worker ended with ${signal ?? code} and is started again.\n`);
      await sleep(AGAIN_AFTER_MS);
      if (!isStopping) start(index);
    });
    return worker;
  };
  shutdown.add({
    stop: async () => {
      isStopping = true;
      await Promise.all([...workers.values()].map((worker) => endWorker(worker, endsWithinMs)));
    },
    withinMs: endsWithinMs + 500,
    kill: () => {
      for (const worker of workers.values()) worker.process.kill("SIGKILL");
    },
  });
  await Promise.all(Array.from({ length: count }, (_, index) => listening(start(index))));
}

async function listening(worker: Worker): Promise<void> {
  const signal = AbortSignal.timeout(START_WITHIN_MS);
  const failed = once(worker, "exit", { signal }).then(() => {
    throw new Error("a worker ended before it listened; it says why above");
  });
  await Promise.race([once(worker, "listening", { signal }), failed]);
  failed.catch(() => undefined);
}

/** As a process of its own is ended: it drains, and what hangs is cut. */
async function endWorker(worker: Worker, withinMs: number): Promise<void> {
  if (worker.isDead()) return;
  const ended = once(worker, "exit");
  worker.process.kill("SIGTERM");
  const isLate = await Promise.race([ended.then(() => false), sleep(withinMs, true, { ref: false })]);
  if (isLate) worker.process.kill("SIGKILL");
  await ended;
}
