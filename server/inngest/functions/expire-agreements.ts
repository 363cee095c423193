import { cron } from "inngest";
import { expireAgreements } from "@/server/domain/recurring";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Ends requests for recurring authorizations that no member has answered. What one hour does not manage is the next one's. */
export const expireAgreementsFunction = inngest.createFunction(
  { id: "expire-agreements", triggers: [cron("7 * * * *")], retries: 0 },
  ({ step }) => step.run("expire", () => expireAgreements({ now: now() })),
);
