import { cron } from "inngest";
import { trimAnswers } from "@/server/domain/idempotency";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Forgets what was answered to idempotent requests more than 30 days ago. That they were answered is kept. */
export const trimAnswersFunction = inngest.createFunction(
  { id: "trim-answers", triggers: [cron("15 2 * * *")], retries: 2 },
  ({ step }) => step.run("trim", () => trimAnswers({ now: now() })),
);
