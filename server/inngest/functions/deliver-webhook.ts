import { RetryAfterError } from "inngest";
import { attemptDelivery, type DeliveryTurn } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { deliveryRequested } from "../events";

/**
 * One attempt of a delivery (contract 8). The row alone says when the next is due, and it is then handed over again, as by a
 * retry by hand, a resume or the sweep: nothing waits in the engine, so what is not due costs it nothing, also after a
 * restart. No step: run again, it finds that nothing is due. Throws RetryAfterError while another worker is at it.
 */
export async function runDelivery({ deliveryId }: { readonly deliveryId: string }): Promise<DeliveryTurn> {
  const turn = await attemptDelivery({ deliveryId, now: now() });
  if (turn.next === "taken") throw new RetryAfterError("another worker is at it, or has died", turn.until);
  return turn;
}

export const deliverWebhookFunction = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [deliveryRequested],
    // What a receiver does is no error here and the schedule is the row's: these are for faults of our own.
    retries: 5,
    // How many are under way is decided before they come here, for all engines alike: by the senders that are given out.
  },
  ({ event }) => runDelivery(event.data),
);
