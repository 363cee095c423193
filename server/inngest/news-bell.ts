import { inngest } from "./client";
import { newsHappened } from "./events";

/** Has people told now rather than at the next minute. */
export async function ringNews(): Promise<void> {
  await inngest.send(newsHappened.create({}));
}
