import { cron } from "inngest";
import { forgetOld } from "@/server/domain/retention";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Deletes what is no longer kept, a part of it at a time. */
export const forgetOldFunction = inngest.createFunction(
  { id: "forget-old", triggers: [cron("40 * * * *")], retries: 0 },
  ({ step }) => step.run("forget", () => forgetOld({ now: now() })),
);
