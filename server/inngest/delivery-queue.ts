import type { DeliveryQueue, DueDelivery } from "@/server/domain/webhooks";
import { inngest } from "./client";
import { deliveriesRequested, deliveryEnded, retryPlanned } from "./events";

/**
 * A run costs several times what an attempt does, so those handed over at the same moment share one; not too many,
 * where functions run on several machines.
 */
const MOST_OF_A_RUN = 16;

/**
 * Deliveries go to Inngest as events, each the start of a run. One that is sent twice starts one run: a delivery is handed
 * over with a number only once, so the first names all that go with it.
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
  leave: async (deliveryIds) => {
    await inngest.send(deliveryIds.map((deliveryId) => deliveryEnded.create({ deliveryId })));
  },
};

type Together = readonly [DueDelivery, ...DueDelivery[]];

function inRuns(deliveries: readonly DueDelivery[]): Together[] {
  const [first, ...others] = deliveries;
  if (!first) return [];
  const rest = deliveries.slice(MOST_OF_A_RUN);
  return [[first, ...others.slice(0, MOST_OF_A_RUN - 1)], ...inRuns(rest)];
}
