import { cron } from "inngest";
import { topUpSandbox } from "@/server/domain/members";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Gives the public sandbox's members back what its visitors have spent. Elsewhere it finds no one. */
export const topUpSandboxFunction = inngest.createFunction(
  { id: "top-up-sandbox", triggers: [cron("45 1 * * *")], retries: 2 },
  ({ step }) => step.run("top-up", () => topUpSandbox({ now: now() })),
);
