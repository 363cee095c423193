import { outsideConnections } from "@/server/platform/connection";
import { metrics } from "@/server/platform/metrics";
import { onPrimary } from "@/server/platform/replica-reads";
import { heardByCaller } from "@/server/platform/unavailable";

interface Batches<Item, Result> {
  /** For `/metrics`. */
  readonly name: string;
  /** Of one batch, and of batches at once. */
  readonly maxItems: number;
  readonly maxBatches: number;
  /** Beside a batch under way another leaves with so many, or after 50 ms. Not given: with any. */
  leastBeside?(): number;
  /** What is decided in the order of arrival: two batches at once never share one of these. */
  namesOf(item: Item): readonly string[];
  /** The same for what can't be decided one after the other in one batch: two items of a batch never share one of these. */
  apartOf?(item: Item): readonly string[];
  /** Settles each item on its own, in their order. One may go on aside when the batch has ended. */
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | Aside<Result>>[]>;
}

/** What goes on outside of the places of batches. Until it ends, nothing leaves that shares a name with it. */
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
 * Does together what is asked for at the same moment. A batch leaves at once if none is under way; otherwise when enough have
 * come for another beside it, when one that is under way ends, or after 50 ms.
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
      // What the same turn of the event loop brings comes along.
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

  /** In the order of arrival; what has to wait, for a batch under way or by itself, holds back all that must come after it. */
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
