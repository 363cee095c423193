import { cron } from "inngest";
import { trimAnswers } from "@/server/domain/idempotency";
import { trimRequests } from "@/server/domain/request-log";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/**
 * Forgets what was answered to idempotent requests more than 30 days ago, and the log of requests as old. That they were
 * answered is kept.
 */
export const trimAnswersFunction = inngest.createFunction(
  { id: "trim-answers", triggers: [cron("15 2 * * *")], retries: 2 },
  async ({ step }) => {
    const answers = await step.run("trim", () => trimAnswers({ now: now() }));
    const requests = await step.run("trim-requests", () => trimRequests({ now: now() }));
    return { answers, requests };
  },
);
