import { inngest } from "./client";
import { lettersWritten } from "./events";

/** Has letters sent now rather than at the next minute. */
export async function ringMail(): Promise<void> {
  await inngest.send(lettersWritten.create({}));
}
