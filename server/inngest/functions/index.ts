import { announceRoundTrip } from "@/server/domain/health";
import { type DefinedFunction, defineFunction } from "../define-function";
import { checkAsked } from "../events";
import { deliverWebhookFunction } from "./deliver-webhook";
import { jobFunctions } from "./jobs";
import { longJobFunctions } from "./long-jobs";
import { retryWebhookFunction } from "./retry-webhook";

const answerCheckFunction = defineFunction(
  { id: "answer-check", triggers: [checkAsked], retries: 2 },
  ({ event, step }) => step.run("answer", () => announceRoundTrip(event.data.nonce)),
);

export const functions: readonly DefinedFunction[] = [
  answerCheckFunction,
  deliverWebhookFunction,
  retryWebhookFunction,
  ...longJobFunctions,
  ...jobFunctions,
];
