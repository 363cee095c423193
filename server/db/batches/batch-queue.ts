import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { tookTooLong, waitedForLock } from "@/server/db/errors";
import { getPool, onPrimary } from "@/server/db/pool";
import { outsideConnections } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { metrics } from "@/server/platform/metrics";
import { heardByCaller, UnavailableError } from "@/server/platform/unavailable";
import { type Attempt, endGuarded, isRetryable, runLocking } from "../guarded";

interface Batches<Item, Result> {
  /** For `/metrics`. */
  readonly name: string;
  /** Of one batch, and of batches at once. */
  readonly maxItems: number;
  readonly maxBatches: number;
  /** Beside a batch under way another leaves with so many, or after 50 ms. Not given: with any. */
  leastBeside?(): number;
  /** Items that share a name are decided in the order of arrival, so two batches at once never share one. */
  namesOf(item: Item): readonly string[];
  /** Names that two items of one batch can't share either, since one batch can't decide them one after the other. */
  apartOf?(item: Item): readonly string[];
  /** Settles each item on its own, in their order. One may go on aside when the batch has ended. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | Aside<Result>>[]>;
}

/** Work that goes on outside of the places of batches. Until it ends, no item that shares a name with it leaves. */
export class Aside<Result> {
  constructor(readonly outcome: Promise<Result>) {}
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly names: readonly string[];
  readonly apart: readonly string[];
  readonly since: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/** How long an item waits for company at most. */
const PATIENCE_MS = 50;

/**
 * Runs items of the same moment as one batch. A batch leaves at once if none is under way; otherwise when enough items wait
 * for another batch beside it, when a batch ends, or after 50 ms.
 */
export class BatchQueue<Item, Result> {
  readonly #batches: Batches<Item, Result>;
  readonly #busy = new Set<string>();
  #waiting: Waiting<Item, Result>[] = [];
  #underWay = 0;
  #isLeaving = false;
  #nextLook: NodeJS.Timeout | null = null;

  constructor(batches: Batches<Item, Result>) {
    this.#batches = batches;
  }

  /** `isNext`: it has waited for its turn before, and is the first to leave. */
  ask(item: Item, { isNext = false } = {}): Promise<Result> {
    const asked = new Promise<Result>((resolve, reject) => {
      const apart = this.#batches.apartOf?.(item) ?? [];
      const names = [...this.#batches.namesOf(item), ...apart];
      const waiting = { item, names, apart, since: performance.now(), resolve, reject };
      if (isNext) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      if (this.#isLeaving) return;
      this.#isLeaving = true;
      // Items of the same turn of the event loop join the batch.
      setImmediate(() => {
        this.#isLeaving = false;
        this.#leave();
      });
    });
    return heardByCaller(asked);
  }

  #leave(waitedLong = false): void {
    let hasToLeave = waitedLong;
    while (this.#underWay < this.#batches.maxBatches) {
      if (this.#underWay > 0 && !hasToLeave && this.#areTooFew()) {
        this.#lookAgain();
        return;
      }
      hasToLeave = false;
      const batch = this.#next();
      const [first] = batch;
      if (!first) return;
      metrics().batchItems.observe({ queue: this.#batches.name }, batch.length);
      metrics().batchWaitSeconds.observe({ queue: this.#batches.name }, (performance.now() - first.since) / 1_000);
      void this.#run(batch);
    }
  }

  #areTooFew(): boolean {
    const count = this.#waiting.length;
    return count > 0 && count < (this.#batches.leastBeside?.() ?? 1);
  }

  /** A batch that stands still in the database keeps the others for a moment only. */
  #lookAgain(): void {
    this.#nextLook ??= setTimeout(() => {
      this.#nextLook = null;
      this.#leave(true);
    }, PATIENCE_MS);
  }

  async #run(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    for (const { names } of batch) for (const name of names) this.#busy.add(name);
    this.#underWay += 1;
    const settled = await this.#settle(batch.map(({ item }) => item));
    this.#underWay -= 1;
    for (const [index, waiting] of batch.entries()) this.#end(waiting, settled[index]);
    this.#leave();
  }

  #end(
    { names, resolve, reject }: Waiting<Item, Result>,
    result: PromiseSettledResult<Result | Aside<Result>> | undefined,
  ): void {
    const free = () => {
      for (const name of names) this.#busy.delete(name);
    };
    if (result?.status === "fulfilled" && result.value instanceof Aside) {
      result.value.outcome.then(resolve, reject).finally(() => {
        free();
        this.#leave();
      });
      return;
    }
    free();
    if (result?.status === "fulfilled") resolve(result.value as Result);
    else reject(result ? result.reason : new Error("a batch forgot one of its items"));
  }

  /** A batch that fails in a way no one foresaw rejects its own items and keeps none of the next from leaving. */
  async #settle(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | Aside<Result>>[]> {
    try {
      return await onPrimary(() => outsideConnections(() => this.#batches.run(items)));
    } catch (reason) {
      return items.map(() => ({ status: "rejected", reason }));
    }
  }

  /** The next batch, in the order of arrival. An item that has to wait holds back later items that share a name with it. */
  #next(): Waiting<Item, Result>[] {
    const batch: Waiting<Item, Result>[] = [];
    const staying: Waiting<Item, Result>[] = [];
    const heldBack = new Set(this.#busy);
    for (const waiting of this.#waiting) {
      const { names, apart } = waiting;
      if (batch.length < this.#batches.maxItems && !names.some((name) => heldBack.has(name))) {
        batch.push(waiting);
        for (const name of apart) heldBack.add(name);
      } else {
        staying.push(waiting);
        for (const name of names) heldBack.add(name);
      }
    }
    this.#waiting = staying;
    return batch;
  }
}

interface Ways<Item, Result> {
  /** Each settled by itself. Rejects as a whole where nothing was done and all may be tried again. */
  together(items: readonly Item[], how: How): Promise<readonly PromiseSettledResult<Result>[]>;
  alone(item: Item, how: How): Promise<Result>;
}

interface How {
  /** Whether it is part of a batch that failed. */
  readonly isHalf: boolean;
}

/**
 * Does something for several items at once; if that fails or takes too long, in halves, down to the item that fails alone. If
 * the database went away, all of them fail: it isn't known which were done.
 */
async function inHalves<Item, Result>(
  items: readonly Item[],
  ways: Ways<Item, Result>,
  how: How = { isHalf: false },
): Promise<readonly PromiseSettledResult<Result>[]> {
  const [item, ...others] = items;
  if (item === undefined) return [];
  if (others.length === 0) return Promise.allSettled([ways.alone(item, how)]);
  try {
    return await ways.together(items, how);
  } catch (reason) {
    if (reason instanceof UnavailableError && !tookTooLong(reason)) {
      return items.map(() => ({ status: "rejected", reason }));
    }
    const middle = items.length >> 1;
    const first = await inHalves(items.slice(0, middle), ways, { isHalf: true });
    return [...first, ...(await inHalves(items.slice(middle), ways, { isHalf: true }))];
  }
}

/** The result of an item that was tried alone. */
function only<Result>(settled: readonly PromiseSettledResult<Result>[]): Result {
  const [one] = settled;
  if (!one) throw new Error("what was asked came to nothing");
  if (one.status === "rejected") throw one.reason;
  return one.value;
}

const MOST_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/**
 * Looks things up together: questions of the same moment cost one statement. It begins after the last question, so that each
 * sees all that was committed before it, as with a statement of its own. `read` gives a result for each question, in their
 * order; if it fails, the questions are tried in halves.
 */
export function lookUpTogether<Asked, Found>(
  name: string,
  read: (asked: readonly Asked[]) => Promise<readonly Found[]>,
): (asked: Asked) => Promise<Found> {
  const readAll = async (asked: readonly Asked[]): Promise<PromiseFulfilledResult<Found>[]> =>
    (await read(asked)).map((value) => ({ status: "fulfilled", value }));
  const queue = new BatchQueue<Asked, Found>({
    name,
    maxItems: MOST_AT_ONCE,
    maxBatches: STATEMENTS_AT_ONCE,
    namesOf: () => [],
    run: (asked) => inHalves(asked, { together: readAll, alone: async (one) => only(await readAll([one])) }),
  });
  return (asked) => queue.ask(asked);
}

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
