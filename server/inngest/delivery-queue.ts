import type { DeliveryQueue } from "@/server/domain/webhooks";
import { inngest } from "./client";
import { deliveryRequested } from "./events";

/** Deliveries go to Inngest as events, each the start of a run. One that is sent twice starts one run. */
export const deliveryQueue: DeliveryQueue = {
  add: async (deliveries) => {
    await inngest.send(
      deliveries.map((delivery) =>
        deliveryRequested.create({ ...delivery }, { id: `${delivery.deliveryId}.${delivery.handoff}` }),
      ),
    );
  },
};
