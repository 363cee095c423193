import type { JobKind } from "@/server/domain/long-jobs";
import { type DefinedFunction, defineFunction } from "../define-function";
import { jobDue } from "../events";
import { LONG_JOBS } from "../long-jobs";
import { wakeAt } from "../wake-at";

/** Of one run: the engines keep 1,000 steps, and each part may be followed by a rest. */
const PARTS = 400;

const NOTES: Readonly<Record<JobKind, string>> = {
  "bank-statement": "Funds the accounts that the lines of a bank statement name.",
  "bulk-job": "Does what people asked for many records at once, one after the other.",
  replay: "Sends events of a span of time again, the oldest first.",
  report: "Makes a report as a file, a page at a time.",
  "sandbox-jump": "Moves a sandbox clock further that no request waits for.",
};

/** Only the job's row says how far it is, so a repeated step continues from there. */
export const longJobFunctions: readonly DefinedFunction[] = LONG_JOBS.map((job) =>
  defineFunction(
    { id: `do-${job.kind}`, description: NOTES[job.kind], triggers: [jobDue(job.kind)], retries: 5 },
    async ({ event, step }) => {
      const { startsAt } = event.data;
      if (startsAt) await step.sleepUntil("until it may start", wakeAt(new Date(startsAt)));
      for (let part = 1; part <= PARTS; part += 1) {
        const { isMore, restUntil } = await step.run(`part ${part}`, () => job.step(event.data));
        if (!isMore) return { parts: part };
        if (restUntil) await step.sleepUntil(`rest after part ${part}`, restUntil);
      }
      await step.run("another run", () => job.handOn(event.data));
      return { parts: PARTS };
    },
  ),
);
