import { tookTooLong } from "@/server/db/errors";
import { outsideConnections } from "@/server/platform/connection";
import { metrics } from "@/server/platform/metrics";
import { onPrimary } from "@/server/platform/replica-reads";
import { heardByCaller, UnavailableError } from "@/server/platform/unavailable";

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
export async function inHalves<Item, Result>(
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
export function only<Result>(settled: readonly PromiseSettledResult<Result>[]): Result {
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
