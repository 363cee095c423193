import { now } from "@/server/platform/clock";
import { writePushes } from "./news/write-pushes";
import { forgetPushes } from "./sending/forget-pushes";
import { sendPushes } from "./sending/send-pushes";

const MOST_ROUNDS = 20;

/** Runs on changes of `members`, and every minute for all (null), which also retries and deletes old messages. */
export async function sweepPushes({
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
