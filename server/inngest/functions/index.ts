import type { InngestFunction } from "inngest";
import { answerCheckFunction } from "./answer-check";
import { deliverWebhookFunction } from "./deliver-webhook";
import { doBulkJobFunction } from "./do-bulk-job";
import { jobFunctions } from "./jobs";
import { makeReportFunction } from "./make-report";
import { replayEventsFunction } from "./replay-events";
import { retryWebhookFunction } from "./retry-webhook";

export const functions: readonly InngestFunction.Any[] = [
  answerCheckFunction,
  deliverWebhookFunction,
  doBulkJobFunction,
  makeReportFunction,
  replayEventsFunction,
  retryWebhookFunction,
  ...jobFunctions,
];
