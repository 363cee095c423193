import { cron } from "inngest";
import { forgetPushes, sendPushes, writePushes } from "@/server/domain/pushes";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { membersTouched } from "../events";

/** Rounds of one run; what is left then, the next one sends. */
const MOST_ROUNDS = 20;

/**
 * Tells devices what has happened: when something did to a member who has one, and every minute what must be tried again or
 * was missed. Null: the minute's, for all, which also forgets.
 */
export async function runPushes(memberIds: readonly string[] | null): Promise<{ written: number; sent: number }> {
  if (memberIds === null) await forgetPushes({ now: now() });
  const written = await writePushes({ now: now(), members: memberIds });
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { sent, isMore } = await sendPushes({ now: now() });
    all += sent;
    if (!isMore) break;
  }
  return { written, sent: all };
}

export const sendPushesFunction = inngest.createFunction(
  { id: "send-pushes", triggers: [cron("* * * * *"), membersTouched], retries: 0 },
  ({ event, step }) => step.run("send", () => runPushes("memberIds" in event.data ? event.data.memberIds : null)),
);
