import { getEnv } from "@/server/platform/env";
import { FairPlaces } from "@/server/platform/fair-places";
import { waitedForLock } from "../errors";
import { type Attempt, endGuarded, isRetryable, runLocking } from "../guarded";
import { getPool } from "../pool";
import { Aside, BatchQueue } from "./batch-queue";
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
 * How long a batch waits for a lock that a stranger holds, such as a settlement, and the halves of one that waited so long.
 */
const BATCH_WAITS_MS = 25;
const HALF_WAITS_MS = 5;

/**
 * Who waits for locks beside the batches. A waiting one has a connection; with a quarter of them waiting, the others are
 * still there for batches. The next place goes to the tenant that has the fewest.
 */
const waiting = new FairPlaces({ places: () => Math.max(1, getEnv().DATABASE_POOL_SIZE >> 2) });

/**
 * A guarded write for several: if something moved meanwhile, another holds a lock, or one of them fails the statement of
 * all, they are tried again in halves, down to the one that stands alone. That one locks what it decides about, outside of
 * the places of batches, so that nobody else waits for what it waits for. Where the database went away, all of the attempt
 * are refused, since no one knows what was done.
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
  /** Who has asked: of several that wait for locks each gets its share. */
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
