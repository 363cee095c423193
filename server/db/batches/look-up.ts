import { BatchQueue } from "./batch-queue";
import { inHalves, only } from "./in-halves";

const MOST_AT_ONCE = 64;
const STATEMENTS_AT_ONCE = 2;

/**
 * Looks things up together: what is asked for at the same moment costs one statement, however many ask. It begins after the
 * last of them asked, so that each sees whatever was committed before its own request, as with a statement of its own.
 * `read` gives a result for each question, in their order; where it fails, those it fails for are found in halves.
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
