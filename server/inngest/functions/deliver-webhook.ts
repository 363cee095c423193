import { RetryAfterError } from "inngest";
import { attemptDelivery, type DeliveryTurn, type DueDelivery, observeBeginning } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { defineFunction } from "../define-function";
import { deliveriesRequested } from "../events";

/**
 * Makes one attempt for each delivery (contract 8), concurrently, so that no receiver delays another's. Only the row says when
 * the next attempt is due, and then the delivery is handed over again, as for manual retries, resumes, and the sweep. Nothing
 * waits in the engine, so pending deliveries cost nothing, even after a restart. Uses no step: a repeated run finds nothing
 * due. Throws RetryAfterError while another worker has one of them, and the first internal error once all have ended.
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

export const deliverWebhookFunction = defineFunction(
  {
    id: "deliver-webhook",
    triggers: [deliveriesRequested],
    // Receiver failures are not errors here, since the row has the schedule. These retries are for our own faults.
    retries: 5,
    // Concurrency is limited before this, by the senders handed out, for all engines alike.
  },
  ({ event, attempt }) => {
    // Events have the time of their sending.
    if (attempt === 0 && event.ts) observeBeginning(now().getTime() - event.ts, now());
    return runDeliveries(event.data.deliveries);
  },
);
