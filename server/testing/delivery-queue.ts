import { after } from "node:test";
import { bindDeliveryQueue, type DueDelivery } from "@/server/domain/webhooks";
import { waitUntil } from "./wait-until";

export interface CollectedHandOvers {
  readonly handedOver: DueDelivery[];
  /** What was handed over since the last call; waits until something was. */
  next(): Promise<readonly DueDelivery[]>;
  /** From now on the queue throws this; null mends it. */
  failWith(error: Error | null): void;
}

/** Stands where Inngest would: keeps what is handed over. */
export function collectHandOvers(): CollectedHandOvers {
  const handedOver: DueDelivery[] = [];
  let failure: Error | null = null;
  let read = 0;
  let isOver = false;
  after(() => {
    isOver = true;
  });
  bindDeliveryQueue({
    add: async (deliveries) => {
      if (failure || isOver) throw failure ?? new Error("the test is over");
      handedOver.push(...deliveries);
    },
  });
  return {
    handedOver,
    next: async () => {
      await waitUntil("a delivery to be handed over", () => handedOver.length > read);
      const fresh = handedOver.slice(read);
      read = handedOver.length;
      return fresh;
    },
    failWith: (error) => {
      failure = error;
    },
  };
}
