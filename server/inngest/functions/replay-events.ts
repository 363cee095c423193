import { cron } from "inngest";
import { advanceReplays } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { replayAsked } from "../events";

/** A run must end before the next minute's begins, which continues the rest. */
const STEPS = 25;
const REST = "2s";

/**
 * Resends events for replays, a few at a time, so that new events go first. Each replay's row says how far it is, so a lost or
 * duplicate run repeats nothing.
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
