import type { DeliveryQueue, DueDelivery } from "@/server/domain/webhooks";
import { inngest } from "./client";
import { deliveriesRequested, retryPlanned } from "./events";

/**
 * A run costs several times an attempt, so deliveries handed over together share one. The limit spreads them if functions run
 * on several machines.
 */
const MOST_OF_A_RUN = 16;

/**
 * Sends deliveries to Inngest as events that each start a run. A delivery is handed over only once per number, so the first
 * delivery's id identifies the batch, and sending it twice starts one run.
 */
export const deliveryQueue: DeliveryQueue = {
  add: async (deliveries) => {
    const events = inRuns(deliveries).map((together) => {
      const [first] = together;
      return deliveriesRequested.create({ deliveries: [...together] }, { id: `${first.deliveryId}.${first.handoff}` });
    });
    await inngest.send(events);
  },
  follow: async (retries) => {
    await inngest.send(
      retries.map(({ dueAt, ...retry }) =>
        retryPlanned.create(
          { ...retry, dueAt: dueAt?.toISOString() ?? null },
          { id: `retry.${retry.deliveryId}.${retry.run}` },
        ),
      ),
    );
  },
};

type Together = readonly [DueDelivery, ...DueDelivery[]];

function inRuns(deliveries: readonly DueDelivery[]): Together[] {
  const [first, ...others] = deliveries;
  if (!first) return [];
  const rest = deliveries.slice(MOST_OF_A_RUN);
  return [[first, ...others.slice(0, MOST_OF_A_RUN - 1)], ...inRuns(rest)];
}
