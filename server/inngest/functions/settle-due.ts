import { cron } from "inngest";
import { settleDue } from "@/server/domain/settlement";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/**
 * Settles every merchant's days that are over: a quarter of an hour into the next, when what began before midnight has
 * long committed. Once more every six hours, for what a suspension or a fault has kept back.
 */
export const settleDueFunction = inngest.createFunction(
  { id: "settle-due", triggers: [cron("15 */6 * * *")], retries: 2 },
  ({ step }) => step.run("settle", () => settleDue({ now: now() })),
);
