import { tookTooLong } from "@/server/db/errors";
import { UnavailableError } from "@/server/platform/unavailable";

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
 * Does something for several at once; if that fails or takes too long, in halves, down to the one that fails alone. Where the
 * database went away, all of them fail: no one knows what was done.
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

/** What the one that stands alone came to. */
export function only<Result>(settled: readonly PromiseSettledResult<Result>[]): Result {
  const [one] = settled;
  if (!one) throw new Error("what was asked came to nothing");
  if (one.status === "rejected") throw one.reason;
  return one.value;
}
