import { advanceReportFile } from "@/server/domain/report-files";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { inngest } from "../client";
import { reportAsked } from "../events";

/**
 * Makes a report, some pages per step. Only its row says how far it is, so a repeated step continues from there, and a replaced
 * run does nothing.
 */
export const makeReportFunction = inngest.createFunction(
  {
    id: "make-report",
    description: "Makes a report as a file, a page at a time.",
    triggers: [reportAsked],
    retries: 5,
  },
  async ({ event, step }) => {
    const { fileId, run, beginsAt } = event.data;
    if (beginsAt) await step.sleepUntil("until what was under way is written", beginsAt);
    for (let part = 1; ; part += 1) {
      const { isMore } = await step.run(`pages ${part}`, () => advanceReportFile({ fileId, run }, REPORT_CSV));
      if (!isMore) return { parts: part };
    }
  },
);
