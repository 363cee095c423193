import type { PushQueue } from "@/server/domain/pushes";
import { inngest } from "./client";
import { membersTouched } from "./events";

/** Members per run, to limit the event's size. */
const MOST_OF_A_RUN = 200;

export const pushQueue: PushQueue = async (memberIds) => {
  for (let from = 0; from < memberIds.length; from += MOST_OF_A_RUN) {
    await inngest.send(membersTouched.create({ memberIds: memberIds.slice(from, from + MOST_OF_A_RUN) }));
  }
};
