import type { TestContext } from "node:test";
import { bindDeliveryQueue, type DueDelivery } from "@/server/domain/webhooks";
import { waitUntil } from "../wait-until";

export interface CollectedHandOvers {
  /** Of one delivery, in their order. */
  of(deliveryId: string): readonly DueDelivery[];
  /** Waits until a delivery was handed over so often in all; the last of these. */
  waitFor(deliveryId: string, times: number): Promise<DueDelivery>;
  /** From now on the queue throws this; null mends it. */
  failWith(error: Error | null): void;
}

/** Stands where Inngest would: keeps what is handed over, for as long as the test runs. */
export function collectHandOvers(t: TestContext): CollectedHandOvers {
  t.after(() => bindDeliveryQueue(null));
  const handedOver: DueDelivery[] = [];
  let failure: Error | null = null;
  bindDeliveryQueue({
    add: async (deliveries) => {
      if (failure) throw failure;
      handedOver.push(...deliveries);
    },
  });
  const of = (deliveryId: string) => handedOver.filter((delivery) => delivery.deliveryId === deliveryId);
  return {
    of,
    waitFor: (deliveryId, times) => waitUntil(`handing over ${times} times`, () => of(deliveryId)[times - 1]),
    failWith: (error) => {
      failure = error;
    },
  };
}
