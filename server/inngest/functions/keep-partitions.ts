import { cron } from "inngest";
import { keepPartitions } from "@/server/domain/retention";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Makes the partitions of the days to come and drops those of days that are no longer kept. */
export const keepPartitionsFunction = inngest.createFunction(
  { id: "keep-partitions", triggers: [cron("15 2 * * *")], retries: 2 },
  async ({ step }) => step.run("keep", () => keepPartitions({ now: now() })),
);
