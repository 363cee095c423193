import { cron } from "inngest";
import { trimRequests } from "@/server/domain/request-log";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Forgets requests that came more than 30 days ago. Their answers stay: a repeat gets them however late it comes. */
export const trimRequestsFunction = inngest.createFunction(
  { id: "trim-requests", triggers: [cron("15 2 * * *")], retries: 2 },
  async ({ step }) => step.run("trim", () => trimRequests({ now: now() })),
);
