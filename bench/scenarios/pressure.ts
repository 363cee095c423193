import { setTimeout as sleep } from "node:timers/promises";
import { authorizationText, placeHold } from "./authorize";
import { loadOverview } from "./pages";
import type { Scenario } from "./scenario";

const PEOPLE = 20;
/** People look at a page before they load the next. */
const LOOK_MS = 1_000;

function besidePages(): Scenario {
  let pages = 0;
  let end = async () => {};
  return {
    name: "authorize beside pages",
    prepare: async ({ context, meanwhile }) => {
      pages = 0;
      end = meanwhile(PEOPLE, async (send) => {
        if ((await loadOverview(send, context)) === "done") pages += 1;
        await sleep(LOOK_MS);
      });
    },
    operate: async (send, context) =>
      (await placeHold(send, authorizationText(context))) === null ? "failed" : "done",
    finish: async (_, { seconds }) => {
      const loaded = pages;
      await end();
      return { pagesPerSecond: loaded / seconds };
    },
  };
}

const IN_A_ROW = 10;
const AT_MOST = 2_000;

/**
 * More load than the server can handle: each request is accepted, or refused at once with 503. A broken connection is a
 * failure.
 */
const overload: Scenario = {
  name: "overload",
  operate: async (send, context) => {
    const { status } = await send(authorizationText(context));
    if (status === 503) return "refused";
    return status === 201 ? "done" : "failed";
  },
  finish: async ({ context, repeat }) => {
    const since = performance.now();
    let row = 0;
    let recoveredAfterMs = -1;
    await repeat(AT_MOST, async (send) => {
      if (recoveredAfterMs >= 0) return;
      row = (await placeHold(send, authorizationText(context))) === null ? 0 : row + 1;
      if (row === IN_A_ROW) recoveredAfterMs = performance.now() - since;
    });
    return { recoveredAfterMs };
  },
};

export const PRESSURE_SCENARIOS: readonly Scenario[] = [besidePages(), overload];
