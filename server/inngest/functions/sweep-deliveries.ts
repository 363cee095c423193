import { cron } from "inngest";
import { sweepDeliveries } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Finds deliveries that a crash or a pause left behind. */
export const sweepDeliveriesFunction = inngest.createFunction(
  { id: "sweep-deliveries", triggers: [cron("* * * * *")], retries: 0 },
  ({ step }) => step.run("sweep", () => sweepDeliveries({ now: now() })),
);
