import { type Attempt, endGuarded, runGuarded } from "../guarded";
import { getPool } from "../pool";
import { BatchQueue } from "./batch-queue";
import { inHalves, only } from "./in-halves";
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
  namesOf?(item: Item): readonly string[];
  /** What is decided in batches that follow one another: the next read finds what the one before has left. */
  apartOf?(item: Item): readonly string[];
  /** The key that makes a repeat a repeat: of twins, the second finds what the first was answered. */
  keyOf(item: Item): { readonly scope: string; readonly key: string } | null;
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
    run: (items) => runGuardedBatch(items, queued.attemptAll),
  });
  return async (item) => {
    let result = await queue.ask(item);
    while (result === NEXT_BATCH) result = await queue.ask(item, { isNext: true });
    return result;
  };
}
