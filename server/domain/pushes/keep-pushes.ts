import { now } from "@/server/platform/clock";
import { writePushes } from "./news/write-pushes";
import { forgetPushes } from "./sending/forget-pushes";
import { sendPushes } from "./sending/send-pushes";

/** Rounds of one run; what is left then, the next one sends. */
const MOST_ROUNDS = 20;

/**
 * Tells devices what has happened: when something did to a member who has one, and every minute what must be tried again or
 * was missed. Null: the minute's, for all, which also forgets.
 */
export async function keepPushes({
  members,
}: {
  readonly members: readonly string[] | null;
}): Promise<{ readonly written: number; readonly sent: number }> {
  if (members === null) await forgetPushes({ now: now() });
  const written = await writePushes({ now: now(), members });
  let all = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { sent, isMore } = await sendPushes({ now: now() });
    all += sent;
    if (!isMore) break;
  }
  return { written, sent: all };
}
