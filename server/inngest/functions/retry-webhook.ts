import { RetryAfterError } from "inngest";
import { attemptRetry, type RetryTurn } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { deliveryEnded, retryPlanned } from "../events";

/**
 * One attempt of a delivery that has failed before, as its row asks for it (contract 8). Throws RetryAfterError while another
 * worker is at it.
 */
export async function runRetry(asked: { readonly deliveryId: string; readonly run: number }): Promise<RetryTurn> {
  const turn = await attemptRetry({ ...asked, now: now() });
  if (turn.next === "taken") throw new RetryAfterError("another worker is at it, or has died", turn.until);
  return turn;
}

/**
 * Follows a delivery from its first failure on. Its steps are what an operator reads: which attempt was made, and until when
 * it sleeps. What is due, the row alone says: it is read after every sleep, and a run that another has replaced does nothing.
 */
export const retryWebhookFunction = inngest.createFunction(
  {
    id: "retry-webhook",
    triggers: [retryPlanned],
    // A new run of the delivery, or its end, ends the one that sleeps.
    cancelOn: [
      { event: retryPlanned, match: "data.deliveryId" },
      { event: deliveryEnded, match: "data.deliveryId" },
    ],
    // A receiver's failure is no error here, and the schedule is in the row: these retries are for faults of our own.
    retries: 5,
  },
  async ({ event, step }) => {
    const { deliveryId, run, dueAt } = event.data;
    let { attempt } = event.data;
    if (dueAt) await step.sleepUntil(`until attempt ${attempt}`, dueAt);
    for (;;) {
      const turn = await step.run(`attempt ${attempt}`, () => runRetry({ deliveryId, run }));
      if (turn.next !== "wait") return turn;
      attempt = turn.attempt;
      await step.sleepUntil(`until attempt ${attempt}`, turn.until);
    }
  },
);
