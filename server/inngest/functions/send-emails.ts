import { cron } from "inngest";
import { sendEmails } from "@/server/domain/emails";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { emailsWritten } from "../events";

/** Sends the emails that are due: when one was written, and every minute what must be tried again or was missed. */
export const sendEmailsFunction = inngest.createFunction(
  { id: "send-emails", triggers: [cron("* * * * *"), emailsWritten], retries: 0 },
  ({ step }) => step.run("send", () => sendEmails({ now: now() })),
);
