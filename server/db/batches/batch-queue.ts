import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { tookTooLong, waitedForLock } from "@/server/db/errors";
import { getPool, onPrimary } from "@/server/db/pool";
import { outsideConnections } from "@/server/platform/connection";
import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { metrics } from "@/server/platform/metrics";
import { reportUnavailable, UnavailableError } from "@/server/platform/unavailable";
import { type Attempt, endGuarded, isRetryable, runLocking } from "../guarded";

interface Batches<Item, Result> {
  readonly name: string;
  readonly maxItems: number;
  readonly maxBatches: number;
  /** Minimum size of a batch that starts while another runs; after 50 ms it starts anyway. Default: any size. */
  leastBeside?(): number;
  /** Items that share a name are processed in order of arrival, so concurrent batches never share one. */
  namesOf(item: Item): readonly string[];
  /** Names that two items of the same batch can't share, because a batch can't decide them one after the other. */
  apartOf?(item: Item): readonly string[];
  /** Settles each item, in order. Returns an Aside for an item that goes on after the batch. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | Deferred<Result>>[]>;
}

/** Work that continues after its batch, without taking a batch's place. Until it ends, items that share a name with it wait. */
export class Deferred<Result> {
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

const PATIENCE_MS = 50;

/**
 * Runs items that arrive together as one batch. A batch starts at once if none is running; otherwise when enough items wait,
 * when a batch ends, or after 50 ms.
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

  /** `isNext` puts an item that has already waited at the head of the queue. */
  ask(item: Item, { isNext = false } = {}): Promise<Result> {
    const asked = new Promise<Result>((resolve, reject) => {
      const apart = this.#batches.apartOf?.(item) ?? [];
      const names = [...this.#batches.namesOf(item), ...apart];
      const waiting = { item, names, apart, since: performance.now(), resolve, reject };
      if (isNext) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      if (this.#isLeaving) return;
      this.#isLeaving = true;
      setImmediate(() => {
        this.#isLeaving = false;
        this.#leave();
      });
    });
    return reportUnavailable(asked);
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

  /** A batch stuck in the database delays the others only briefly. */
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
    result: PromiseSettledResult<Result | Deferred<Result>> | undefined,
  ): void {
    const free = () => {
      for (const name of names) this.#busy.delete(name);
    };
    if (result?.status === "fulfilled" && result.value instanceof Deferred) {
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

  /** If a batch throws, its own items are rejected and the next batches still run. */
  async #settle(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | Deferred<Result>>[]> {
    try {
      return await onPrimary(() => outsideConnections(() => this.#batches.run(items)));
    } catch (reason) {
      return items.map(() => ({ status: "rejected", reason }));
    }
  }

  /** The next batch, in order of arrival. An item that has to wait also holds back later items that share a name with it. */
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
  /** Settles each item. Rejects as a whole only if nothing was done and everything may be retried. */
  together(items: readonly Item[], how: How): Promise<readonly PromiseSettledResult<Result>[]>;
  alone(item: Item, how: How): Promise<Result>;
  /** Settles the items in another way than in halves; null if there is none. */
  afterFailure?(items: readonly Item[], reason: unknown): readonly PromiseSettledResult<Result>[] | null;
}

interface How {
  readonly isHalf: boolean;
}

/**
 * Processes items together; if that fails or times out, splits them into halves, down to what can't be split. If the database is
 * lost, all of them fail, since it's unknown which were done.
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
    const left = ways.afterFailure?.(items, reason);
    if (left) return left;
    const middle = items.length >> 1;
    const first = await inHalves(items.slice(0, middle), ways, { isHalf: true });
    return [...first, ...(await inHalves(items.slice(middle), ways, { isHalf: true }))];
  }
}

function only<Result>(settled: readonly PromiseSettledResult<Result>[]): Result {
  const [one] = settled;
  if (!one) throw new Error("what was asked came to nothing");
  if (one.status === "rejected") throw one.reason;
  return one.value;
}

const MOST_AT_ONCE = 64;
const QUERIES_AT_ONCE = 2;

/**
 * Combines concurrent look-ups into one query. It starts after the last of them was asked, so that each sees everything
 * committed before it, as with a query of its own. `read` returns one result per question, in order; if it fails, the
 * questions are retried in halves.
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
    maxBatches: QUERIES_AT_ONCE,
    namesOf: () => [],
    run: (asked) => inHalves(asked, { together: readAll, alone: async (one) => only(await readAll([one])) }),
  });
  return (asked) => queue.ask(asked);
}

const LOOK_MS = 50;
/** Below this load, a thread can afford a batch per item. */
const IDLE_ENOUGH = 0.25;
/** Minimum size of a concurrent batch on a fully busy thread. */
const FULL = 16;

let last: EventLoopUtilization = performance.eventLoopUtilization();
let lookedAt = performance.now();
let busy = 0;

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
 * Limits for every queue that writes payments. Beyond 64 items, several batches answer faster than one; with three batches, one
 * is read or decided while the database writes another and flushes the third. A batch costs as much as several items, so a
 * busier thread waits for fuller ones (decision 064).
 */
const WRITE_BATCHES = {
  maxItems: 64,
  maxBatches: 3,
  leastBeside: () => Math.floor((FULL * (busyShare() - IDLE_ENOUGH)) / (1 - IDLE_ENOUGH)),
};

type AttemptAll<Item, Result> = (
  attempt: Attempt,
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/** How long a batch, and then each half of it, waits for a lock held by other work, such as a settlement. */
const BATCH_WAITS_MS = 25;
const HALF_WAITS_MS = 5;

/**
 * Places for items that wait for locks outside the batches. Each uses a connection, so they are limited to a quarter of the
 * pool. The next place goes to the tenant that has the fewest.
 */
const waiting = new FairPlaces({ places: () => Math.max(1, getEnv().DATABASE_POOL_SIZE >> 2) });

interface GuardedBatch<Item, Result> {
  readonly attemptAll: AttemptAll<Item, Result>;
  /** See `GuardedQueue`. */
  partyOf?(item: Item): string;
  /** Items that share it lock the same rows, so they wait for them together. By default each waits by itself. */
  lockOf?(item: Item): string | null;
}

/**
 * A guarded write for several items. If data changed meanwhile, a lock is held, or one item fails the shared query, it is
 * retried in halves, down to a single item, or to items that need the same lock. They lock their rows outside of the batches,
 * so that no other item waits for their locks. If the database is lost, all of them are rejected, since it's unknown what was
 * written.
 */
export function runGuardedBatch<Item, Result>(
  items: readonly Item[],
  { attemptAll, partyOf = () => "", lockOf = () => null }: GuardedBatch<Item, Result>,
): Promise<readonly PromiseSettledResult<Result | Deferred<Result>>[]> {
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
  const lock = (some: readonly [Item, ...Item[]]) =>
    waiting.run([partyOf(some[0])], () => runLocking((round) => attemptAll(round, some)));
  return inHalves<Item, Result | Deferred<Result>>(items, {
    together: (some, { isHalf }) => attempt(some, patience(isHalf)),
    alone: async (item, { isHalf }) => {
      try {
        return only(await attempt([item], patience(isHalf)));
      } catch (error) {
        if (!isRetryable(error) && !waitedForLock(error)) throw error;
        return new Deferred(lock([item]).then(only));
      }
    },
    afterFailure: (some, reason) => {
      const [first, ...others] = some;
      const shared = first === undefined ? null : lockOf(first);
      if (first === undefined || shared === null || others.some((item) => lockOf(item) !== shared)) return null;
      if (!isRetryable(reason) && !waitedForLock(reason)) return null;
      const settled = lock([first, ...others]);
      return some.map((item, i) => ({ status: "fulfilled", value: new Deferred(settled.then(pick(i), again(item))) }));
    },
  });

  function pick(index: number) {
    return (settled: readonly PromiseSettledResult<Result>[]): Result => only(settled.slice(index, index + 1));
  }

  /** The fault of one item is not that of the others; after an unknown outcome nothing is tried again. */
  function again(item: Item) {
    return (reason: unknown): Promise<Result> => {
      if (reason instanceof UnavailableError && !tookTooLong(reason)) throw reason;
      return lock([item]).then(only);
    };
  }
}

/** Result of an item that can't be decided in the same batch as an earlier one. It is retried in the next batch. */
export const NEXT_BATCH = Symbol("next batch");

interface GuardedQueue<Item, Result> {
  readonly name: string;
  namesOf?(item: Item): readonly string[];
  /** See `BatchQueue`. The next batch reads what the previous one wrote. */
  apartOf?(item: Item): readonly string[];
  /** The Idempotency-Key: the second request under one key finds the first one's answer. */
  keyOf(item: Item): { readonly scope: string; readonly key: string } | null;
  /** The tenant, for fair sharing of the places that wait for locks. */
  partyOf(item: Item): string;
  lockOf?(item: Item): string | null;
  attemptAll: AttemptAll<Item, Result | typeof NEXT_BATCH>;
}

/** A queue of guarded writes: concurrent items form one batch, and each settles by itself (decision 064). */
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
    run: (items) => runGuardedBatch(items, queued),
  });
  return async (item) => {
    let result = await queue.ask(item);
    while (result === NEXT_BATCH) result = await queue.ask(item, { isNext: true });
    return result;
  };
}
