import { announceRoundTrip } from "@/server/domain/health";
import { inngest } from "../client";
import { checkAsked } from "../events";

export const answerCheckFunction = inngest.createFunction(
  { id: "answer-check", triggers: [checkAsked], retries: 0 },
  ({ event, step }) => step.run("answer", () => announceRoundTrip(event.data.nonce)),
);
