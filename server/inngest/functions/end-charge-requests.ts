import { cron } from "inngest";
import { endChargeRequests } from "@/server/domain/authorizations";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Declines charges that their members can no longer approve. What one minute does not manage is the next one's. */
export const endChargeRequestsFunction = inngest.createFunction(
  { id: "end-charge-requests", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) => step.run("end", () => endChargeRequests({ now: now() })),
);
