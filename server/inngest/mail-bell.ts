import { inngest } from "./client";
import { emailsWritten } from "./events";

/** Has emails sent now rather than at the next minute. */
export async function ringMail(): Promise<void> {
  await inngest.send(emailsWritten.create({}));
}
