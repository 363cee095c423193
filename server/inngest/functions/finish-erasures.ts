import { cron } from "inngest";
import { finishErasures } from "@/server/domain/personal-data";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";

/** Goes over what was erased once more, ten minutes later. */
export const finishErasuresFunction = inngest.createFunction(
  { id: "finish-erasures", triggers: [cron("*/5 * * * *")], retries: 0 },
  ({ step }) => step.run("finish", () => finishErasures({ now: now() })),
);
