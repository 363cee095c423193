import { cron, type InngestFunction } from "inngest";
import { advanceBulkJob } from "@/server/domain/bulk-jobs";
import { announceRoundTrip } from "@/server/domain/health";
import { advanceReportFile } from "@/server/domain/report-files";
import { advanceReplays } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { inngest } from "../client";
import { bulkJobAsked, checkAsked, replayAsked, reportAsked } from "../events";
import { deliverWebhookFunction } from "./deliver-webhook";
import { jobFunctions } from "./jobs";
import { retryWebhookFunction } from "./retry-webhook";

/** A replay's run must end before the next minute's begins, which continues the rest. */
const REPLAY_STEPS = 25;
const REPLAY_REST = "2s";

/**
 * Resends events for replays, a few at a time, so that new events go first. Each replay's row says how far it is, so a lost or
 * duplicate run repeats nothing.
 */
const replayEventsFunction = inngest.createFunction(
  { id: "replay-events", triggers: [cron("* * * * *"), replayAsked], retries: 2 },
  async ({ step }) => {
    let sent = 0;
    for (let number = 1; number <= REPLAY_STEPS; number += 1) {
      const turn = await step.run(`step ${number}`, () => advanceReplays({ now: now() }));
      sent += turn.sent;
      if (!turn.isMore) break;
      await step.sleep(`rest ${number}`, REPLAY_REST);
    }
    return { sent };
  },
);

/**
 * Makes a report, some pages per step. Only its row says how far it is, so a repeated step continues from there, and a replaced
 * run does nothing.
 */
const makeReportFunction = inngest.createFunction(
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

/**
 * Acts on many records, some per step. Only the job's row says how far it is, so a repeated step continues from there, and a
 * replaced run does nothing.
 */
const doBulkJobFunction = inngest.createFunction(
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

const answerCheckFunction = inngest.createFunction(
  { id: "answer-check", triggers: [checkAsked], retries: 0 },
  ({ event, step }) => step.run("answer", () => announceRoundTrip(event.data.nonce)),
);

export const functions: readonly InngestFunction.Any[] = [
  answerCheckFunction,
  deliverWebhookFunction,
  doBulkJobFunction,
  makeReportFunction,
  replayEventsFunction,
  retryWebhookFunction,
  ...jobFunctions,
];
