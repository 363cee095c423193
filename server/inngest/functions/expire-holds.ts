import { cron } from "inngest";
import { expireHolds } from "@/server/domain/authorizations";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Gives back what is held beyond its time. */
export const expireHoldsFunction = inngest.createFunction(
  { id: "expire-holds", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) => step.run("expire", () => expireHolds({ now: now() })),
);
