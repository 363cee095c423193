import { BatchQueue } from "./batch-queue";
import { type Attempt, endGuarded, runGuarded } from "./guarded";
import { inHalves, only } from "./in-halves";
import { getPool } from "./pool";
import { WRITE_BATCHES } from "./write-batches";

/**
 * Reads, decides, and writes for all in one statement. Rejects as a whole where nothing was written and all may be
 * tried again.
 */
type AttemptAll<Item, Result> = (
  attempt: Attempt,
  items: readonly Item[],
) => Promise<readonly PromiseSettledResult<Result>[]>;

/**
 * A guarded write for several: if something moved meanwhile, or one of them fails the statement of all, they are tried again
 * in halves, down to the one that stands alone: that one locks what it decides about. Where the database went away, all
 * of the attempt are refused, since no one knows what was done.
 */
export function runGuardedBatch<Item, Result>(
  items: readonly Item[],
  attemptAll: AttemptAll<Item, Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  return inHalves(items, {
    together: async (some) => {
      let mayHaveLeft = true;
      const leavesNothing = () => {
        mayHaveLeft = false;
      };
      try {
        return await attemptAll({ db: getPool(), isLocking: false, leavesNothing }, some);
      } finally {
        endGuarded({ mayHaveLeft });
      }
    },
    alone: async (item) => only(await runGuarded((attempt) => attemptAll(attempt, [item]))),
  });
}

/** What an item comes to that can't be decided in the same batch as one before it: it is asked again, for the next. */
export const NEXT_BATCH = Symbol("next batch");

interface GuardedQueue<Item, Result> {
  /** For `/metrics`. */
  readonly name: string;
  /** What is decided in the order of arrival: two batches at once never share one of these. */
  namesOf(item: Item): readonly string[];
  /** The key that makes a repeat a repeat. Of those with the same one in a batch, only the first is run. */
  keyOf(item: Item): { readonly scope: string; readonly key: string } | null;
  run(items: readonly Item[]): Promise<readonly PromiseSettledResult<Result | typeof NEXT_BATCH>[]>;
}

/**
 * A queue of writes: what comes at the same moment is run as one batch, each item for itself (decision 064). The twin of a
 * request under the same key waits for the next batch, whose read finds what the first was answered.
 */
export function guardedQueue<Item, Result>({ keyOf, ...queued }: GuardedQueue<Item, Result>) {
  const nameOfKey = (item: Item) => {
    const claimed = keyOf(item);
    return claimed && `${claimed.scope} ${claimed.key}`;
  };
  const queue = new BatchQueue<Item, Result | typeof NEXT_BATCH>({
    name: queued.name,
    ...WRITE_BATCHES,
    namesOf: (item) => {
      const key = nameOfKey(item);
      return key === null ? queued.namesOf(item) : [...queued.namesOf(item), key];
    },
    run: async (items) => {
      const firsts = withoutTwins(items, nameOfKey);
      if (firsts.length === items.length) return queued.run(items);
      const settled = (await queued.run(firsts)).values();
      const ran = new Set(firsts);
      return items.map((item) => (ran.has(item) ? next(settled) : { status: "fulfilled", value: NEXT_BATCH }));
    },
  });
  return async (item: Item): Promise<Result> => {
    for (;;) {
      const result = await queue.ask(item);
      if (result !== NEXT_BATCH) return result;
    }
  };
}

function withoutTwins<Item>(items: readonly Item[], nameOfKey: (item: Item) => string | null): readonly Item[] {
  const keys = new Set<string>();
  return items.filter((item) => {
    const key = nameOfKey(item);
    if (key === null) return true;
    const isFirst = !keys.has(key);
    keys.add(key);
    return isFirst;
  });
}

function next<Result>(settled: Iterator<PromiseSettledResult<Result>>): PromiseSettledResult<Result> {
  const { value } = settled.next();
  return value ?? { status: "rejected", reason: new Error("a batch forgot one of its items") };
}
