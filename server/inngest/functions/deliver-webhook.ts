import { RetryAfterError } from "inngest";
import { attemptDelivery, type DeliveryTurn, type DueDelivery } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { deliveriesRequested } from "../events";

/**
 * One attempt of each delivery (contract 8), all at once: none waits for another's receiver. The row alone says when the
 * next is due, and it is then handed over again, as by a retry by hand, a resume or the sweep: nothing waits in the engine,
 * so what is not due costs it nothing, also after a restart. No step: run again, it finds that nothing is due. Throws
 * RetryAfterError while another worker is at one of them, and the first fault of our own once all have ended.
 */
export async function runDeliveries(deliveries: readonly Pick<DueDelivery, "deliveryId">[]): Promise<DeliveryTurn[]> {
  const at = now();
  const ended = await Promise.allSettled(deliveries.map(({ deliveryId }) => attemptDelivery({ deliveryId, now: at })));
  const turns = ended.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
  const [earliest] = turns
    .flatMap((turn) => (turn.next === "taken" ? [turn.until] : []))
    .sort((a, b) => a.getTime() - b.getTime());
  if (earliest) throw new RetryAfterError("another worker is at it, or has died", earliest);
  return turns;
}

export const deliverWebhookFunction = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [deliveriesRequested],
    // A receiver's failure is no error here, and the schedule is in the row: these retries are for faults of our own.
    retries: 5,
    // How many are under way is decided before they come here, for all engines alike: by the senders that are given out.
  },
  ({ event }) => runDeliveries(event.data.deliveries),
);
