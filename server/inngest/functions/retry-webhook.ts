import { RetryAfterError } from "inngest";
import { attemptRetry, type DeliveryTurn } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { defineFunction } from "../define-function";
import { retryPlanned } from "../events";
import { wakeAt } from "../wake-at";

/**
 * Makes one attempt for a delivery that failed before, as its row asks (contract 8). Throws RetryAfterError while another
 * worker has it.
 */
export async function runRetry(asked: { readonly deliveryId: string; readonly run: number }): Promise<DeliveryTurn> {
  const turn = await attemptRetry({ ...asked, now: now() });
  if (turn.next === "taken") throw new RetryAfterError("another worker is at it, or has died", wakeAt(turn.until));
  return turn;
}

/**
 * Follows a delivery from its first failure on. Operators read its steps: which attempt was made, and until when it sleeps.
 * Only the row says what is due, so it is read after every sleep, and a replaced run does nothing.
 */
export const retryWebhookFunction = defineFunction(
  {
    id: "retry-webhook",
    triggers: [retryPlanned],
    // A new run of the delivery cancels the sleeping one.
    cancelOn: [{ event: retryPlanned, match: "data.deliveryId" }],
    // Receiver failures are not errors here, since the row has the schedule. These retries are for our own faults.
    retries: 5,
  },
  async ({ event, step }) => {
    const { deliveryId, run, dueAt } = event.data;
    let { attempt } = event.data;
    if (dueAt) await step.sleepUntil(`until attempt ${attempt}`, wakeAt(new Date(dueAt)));
    for (;;) {
      const turn = await step.run(`attempt ${attempt}`, () => runRetry({ deliveryId, run }));
      if (turn.next !== "wait") return turn;
      attempt = turn.attempt;
      await step.sleepUntil(`until attempt ${attempt}`, wakeAt(new Date(turn.until)));
    }
  },
);
