import { advanceBulkJob } from "@/server/domain/bulk-jobs";
import { inngest } from "../client";
import { bulkJobAsked } from "../events";

/**
 * Acts on many records, some per step. Only the job's row says how far it is, so a repeated step continues from there, and a
 * replaced run does nothing.
 */
export const doBulkJobFunction = inngest.createFunction(
  {
    id: "do-bulk-job",
    description: "Does what people asked for many records at once, one after the other.",
    triggers: [bulkJobAsked],
    retries: 5,
  },
  async ({ event, step }) => {
    for (let part = 1; ; part += 1) {
      const { isMore } = await step.run(`records ${part}`, () => advanceBulkJob(event.data));
      if (!isMore) return { parts: part };
    }
  },
);
