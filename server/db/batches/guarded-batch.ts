import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { waitedForLock } from "../errors";
import { type Attempt, endGuarded, isRetryable, runLocking } from "../guarded";
import { getPool } from "../pool";
import { Aside, BatchQueue, inHalves, only } from "./batch-queue";

/** How long one look at the thread is good for. */
const LOOK_MS = 50;
/** Below this share of its time, a thread has enough left to serve everyone alone. */
const IDLE_ENOUGH = 0.25;
/** Items that a batch beside others has to hold on a thread that is never idle. */
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
 * These limits hold for every queue that writes payments. More than 64 at once are slower to answer than several batches;
 * one batch is read or decided while the database writes another and flushes a third. A batch costs as much as several of
 * its items, so the busier the thread is, the fuller one has to be that leaves beside others (decision 064).
 */
const WRITE_BATCHES = {
  maxItems: 64,
  maxBatches: 3,
  leastBeside: () => Math.floor((FULL * (busyShare() - IDLE_ENOUGH)) / (1 - IDLE_ENOUGH)),
};

/**
 * Reads, decides, and writes for all in one statement. Rejects as a whole where nothing was written and all may be
 * tried again.
 */
type AttemptAll<Item, Result> = (
  attempt: Attempt,
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/**
 * How long a batch waits for a lock that other work holds, such as a settlement, and then each of its halves.
 */
const BATCH_WAITS_MS = 25;
const HALF_WAITS_MS = 5;

/**
 * Places for items that wait for locks beside the batches, each with a connection: a quarter of the pool, so that the rest is
 * there for batches. The next place goes to the tenant that has the fewest.
 */
const waiting = new FairPlaces({ places: () => Math.max(1, getEnv().DATABASE_POOL_SIZE >> 2) });

/**
 * A guarded write for several: if something moved meanwhile, another holds a lock, or one of them fails the statement of
 * all, they are tried again in halves, down to a single item. That item locks the rows that it decides about, outside of the
 * places of batches, so that no other item waits for its locks. If the database went away, the whole attempt is refused,
 * since it isn't known what was done.
 */
export function runGuardedBatch<Item, Result>(
  items: readonly Item[],
  attemptAll: AttemptAll<Item, Result>,
  partyOf: (item: Item) => string = () => "",
): Promise<readonly PromiseSettledResult<Result | Aside<Result>>[]> {
  const attempt = async (some: readonly Item[], waitsForLocksMs: number) => {
    let mayHaveLeft = true;
    const leavesNothing = () => {
      mayHaveLeft = false;
    };
    try {
      return await attemptAll({ db: getPool(), isLocking: false, waitsForLocksMs, leavesNothing }, some);
    } finally {
      endGuarded({ mayHaveLeft });
    }
  };
  const patience = (isHalf: boolean) => (isHalf ? HALF_WAITS_MS : BATCH_WAITS_MS);
  return inHalves<Item, Result | Aside<Result>>(items, {
    together: (some, { isHalf }) => attempt(some, patience(isHalf)),
    alone: async (item, { isHalf }) => {
      try {
        return only(await attempt([item], patience(isHalf)));
      } catch (error) {
        if (!isRetryable(error) && !waitedForLock(error)) throw error;
        const locking = () => runLocking(async (round) => only(await attemptAll(round, [item])));
        return new Aside(waiting.run({ party: partyOf(item), key: "" }, locking));
      }
    },
  });
}

/** The result of an item that can't be decided in the same batch as an earlier one: it is asked again, for the next batch. */
export const NEXT_BATCH = Symbol("next batch");

interface GuardedQueue<Item, Result> {
  /** For `/metrics`. */
  readonly name: string;
  /** As of `BatchQueue`. */
  namesOf?(item: Item): readonly string[];
  /** As of `BatchQueue`: the read of the next batch finds the changes of the one before. */
  apartOf?(item: Item): readonly string[];
  /** The Idempotency-Key: of two requests under one key, the second finds the answer of the first. */
  keyOf(item: Item): { readonly scope: string; readonly key: string } | null;
  /** The tenant of the request: tenants that wait for locks get a fair share each. */
  partyOf(item: Item): string;
  attemptAll: AttemptAll<Item, Result | typeof NEXT_BATCH>;
}

/** A queue of guarded writes: what comes at the same moment is one batch, and each item settles by itself (decision 064). */
export function guardedQueue<Item, Result>(queued: GuardedQueue<Item, Result>): (item: Item) => Promise<Result> {
  const queue = new BatchQueue<Item, Result | typeof NEXT_BATCH>({
    name: queued.name,
    ...WRITE_BATCHES,
    namesOf: (item) => queued.namesOf?.(item) ?? [],
    apartOf: (item) => {
      const apart = queued.apartOf?.(item) ?? [];
      const claimed = queued.keyOf(item);
      return claimed ? [...apart, `${claimed.scope} ${claimed.key}`] : apart;
    },
    run: (items) => runGuardedBatch(items, queued.attemptAll, queued.partyOf),
  });
  return async (item) => {
    let result = await queue.ask(item);
    while (result === NEXT_BATCH) result = await queue.ask(item, { isNext: true });
    return result;
  };
}
