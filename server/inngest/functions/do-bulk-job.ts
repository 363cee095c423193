import { advanceBulkJob } from "@/server/domain/bulk-jobs";
import { inngest } from "../client";
import { bulkJobAsked } from "../events";

/**
 * Does an act on many records, some of them a step. How far it is, its row alone says: a step that is repeated goes on from
 * there, and a run that another has replaced does nothing.
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
