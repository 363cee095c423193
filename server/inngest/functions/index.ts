import { advanceStatement } from "@/server/domain/bank-statements";
import { advanceBulkJob } from "@/server/domain/bulk-jobs";
import { announceRoundTrip } from "@/server/domain/health";
import { advanceReportFile } from "@/server/domain/report-files";
import { advanceReplay, handOnReplay } from "@/server/domain/webhooks";
import { REPORT_CSV } from "@/server/presenters/rest/report-csv";
import { type DefinedFunction, defineFunction } from "../define-function";
import { bankStatementAsked, bulkJobAsked, checkAsked, replayAsked, reportAsked } from "../events";
import { wakeAt } from "../wake-at";
import { deliverWebhookFunction } from "./deliver-webhook";
import { jobFunctions } from "./jobs";
import { retryWebhookFunction } from "./retry-webhook";

/** Of one run: the engines keep 1,000 steps, and each part may be followed by a rest. */
const REPLAY_PARTS = 400;

/**
 * Sends events again, some per step, as fast as the receiver takes them. Only the replay's row says how far it is, so a repeated
 * step continues from there, and a replaced run does nothing.
 */
const replayEventsFunction = defineFunction(
  {
    id: "replay-events",
    description: "Sends events of a span of time again, the oldest first.",
    triggers: [replayAsked],
    retries: 5,
  },
  async ({ event, step }) => {
    for (let part = 1; part <= REPLAY_PARTS; part += 1) {
      const { isMore, restUntil } = await step.run(`events ${part}`, () => advanceReplay(event.data));
      if (!isMore) return { parts: part };
      if (restUntil) await step.sleepUntil(`until the receiver has taken some ${part}`, restUntil);
    }
    await step.run("another run", () => handOnReplay(event.data));
    return { parts: REPLAY_PARTS };
  },
);

/**
 * Makes a report, some pages per step. Only its row says how far it is, so a repeated step continues from there, and a replaced
 * run does nothing.
 */
const makeReportFunction = defineFunction(
  {
    id: "make-report",
    description: "Makes a report as a file, a page at a time.",
    triggers: [reportAsked],
    retries: 5,
  },
  async ({ event, step }) => {
    const { fileId, run, beginsAt } = event.data;
    if (beginsAt) await step.sleepUntil("until what was under way is written", wakeAt(new Date(beginsAt)));
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
const doBulkJobFunction = defineFunction(
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

/**
 * Handles the lines of a bank statement, some per step. Only the statement's row and its lines say how far it is, so a repeated
 * step continues from there, and a replaced run does nothing.
 */
const handleStatementFunction = defineFunction(
  {
    id: "handle-bank-statement",
    description: "Funds the accounts that the lines of a bank statement name.",
    triggers: [bankStatementAsked],
    retries: 5,
  },
  async ({ event, step }) => {
    for (let part = 1; ; part += 1) {
      const { isMore } = await step.run(`lines ${part}`, () => advanceStatement(event.data));
      if (!isMore) return { parts: part };
    }
  },
);

const answerCheckFunction = defineFunction(
  { id: "answer-check", triggers: [checkAsked], retries: 2 },
  ({ event, step }) => step.run("answer", () => announceRoundTrip(event.data.nonce)),
);

export const functions: readonly DefinedFunction[] = [
  answerCheckFunction,
  deliverWebhookFunction,
  doBulkJobFunction,
  handleStatementFunction,
  makeReportFunction,
  replayEventsFunction,
  retryWebhookFunction,
  ...jobFunctions,
];
