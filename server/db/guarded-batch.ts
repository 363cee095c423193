import { UnavailableError } from "@/server/platform/unavailable";
import { type Attempt, endGuarded, runGuarded } from "./guarded";
import { getPool } from "./pool";

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
export async function settleGuarded<Item, Result>(
  items: readonly Item[],
  attemptAll: AttemptAll<Item, Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const [item, ...others] = items;
  if (item && others.length === 0) return [await settleAlone(item, attemptAll)];
  let mayHaveLeft = true;
  const leavesNothing = () => {
    mayHaveLeft = false;
  };
  try {
    return await attemptAll({ db: getPool(), isLocking: false, leavesNothing }, items);
  } catch (reason) {
    if (reason instanceof UnavailableError) return items.map(() => ({ status: "rejected", reason }));
    const middle = items.length >> 1;
    const first = await settleGuarded(items.slice(0, middle), attemptAll);
    return [...first, ...(await settleGuarded(items.slice(middle), attemptAll))];
  } finally {
    endGuarded({ mayHaveLeft });
  }
}

async function settleAlone<Item, Result>(
  item: Item,
  attemptAll: AttemptAll<Item, Result>,
): Promise<PromiseSettledResult<Result>> {
  try {
    const [settled] = await runGuarded((attempt) => attemptAll(attempt, [item]));
    if (!settled) throw new Error("what was asked came to nothing");
    return settled;
  } catch (reason) {
    return { status: "rejected", reason };
  }
}
