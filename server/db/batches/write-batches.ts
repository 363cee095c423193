import { type EventLoopUtilization, performance } from "node:perf_hooks";

/** How long one look at the thread is good for. */
const LOOK_MS = 50;
/** Below this share of its time, a thread has enough left to serve everyone alone. */
const IDLE_ENOUGH = 0.25;
/** What a batch beside others has to hold where the thread is never idle. */
const FULL = 16;

let last: EventLoopUtilization = performance.eventLoopUtilization();
let lookedAt = performance.now();
let busy = 0;

/** How much of the last moment this process's thread was busy: 0 to 1. */
function busyShare(): number {
  const at = performance.now();
  if (at - lookedAt >= LOOK_MS) {
    const next = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(next, last).utilization;
    last = next;
    lookedAt = at;
  }
  return busy;
}

/**
 * Of every queue that writes payments. More than 64 at once are slower to answer than several batches; one batch is read or
 * decided while the database writes another and flushes a third. A batch costs as much as several of its items, so the busier
 * the thread is, the fuller one has to be that leaves beside others (decision 064).
 */
export const WRITE_BATCHES = {
  maxItems: 64,
  maxBatches: 3,
  leastBeside: () => Math.floor((FULL * (busyShare() - IDLE_ENOUGH)) / (1 - IDLE_ENOUGH)),
};
