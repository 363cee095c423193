import { cron } from "inngest";
import { advanceReplays } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { replayAsked } from "../events";

/** A run ends before the next minute's begins; what is left is that one's. */
const STEPS = 25;
const REST = "2s";

/**
 * Sends events again that replays ask for, a few at a time, so that what has just happened is sent before. How far each has
 * come, its row says: a run that is lost, or begins twice, repeats nothing.
 */
export const replayEventsFunction = inngest.createFunction(
  { id: "replay-events", triggers: [cron("* * * * *"), replayAsked], retries: 2 },
  async ({ step }) => {
    let sent = 0;
    for (let number = 1; number <= STEPS; number += 1) {
      const turn = await step.run(`step ${number}`, () => advanceReplays({ now: now() }));
      sent += turn.sent;
      if (!turn.isMore) break;
      await step.sleep(`rest ${number}`, REST);
    }
    return { sent };
  },
);
