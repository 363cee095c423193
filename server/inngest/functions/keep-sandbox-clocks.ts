import { cron } from "inngest";
import { keepSandboxClocks } from "@/server/domain/sandbox";
import { inngest } from "../client";

/** Does the work of the other sweeps for sandboxes whose clock is ahead, and goes on with jumps that take longer. One run at a time. */
export const keepSandboxClocksFunction = inngest.createFunction(
  { id: "keep-sandbox-clocks", triggers: [cron("* * * * *")], retries: 0, concurrency: 1 },
  ({ step }) => step.run("keep", () => keepSandboxClocks()),
);
