import type { TestContext } from "node:test";
import { bindDeliveryQueue, type DueDelivery, type PlannedRetry } from "@/server/domain/webhooks";
import { waitUntil } from "../wait-until";

export interface CollectedHandOvers {
  /** Of one delivery, in their order. */
  of(deliveryId: string): readonly DueDelivery[];
  /** Waits until a delivery was handed over so often in all; the last of these. */
  waitFor(deliveryId: string, times: number): Promise<DueDelivery>;
  /** Runs that wait for a delivery's next attempt, in their order. */
  plannedFor(deliveryId: string): readonly PlannedRetry[];
  /** Waits until so many runs were to wait for it in all; the last of these. */
  waitForPlan(deliveryId: string, times: number): Promise<PlannedRetry>;
  /** Deliveries whose runs were to hear of their end. */
  readonly left: readonly string[];
  /** From now on the queue throws this; null mends it. */
  failWith(error: Error | null): void;
}

/** Stands where Inngest would: keeps what is handed over, for as long as the test runs. */
export function collectHandOvers(t: TestContext): CollectedHandOvers {
  t.after(() => bindDeliveryQueue(null));
  const handedOver: DueDelivery[] = [];
  const planned: PlannedRetry[] = [];
  const left: string[] = [];
  let failure: Error | null = null;
  const fail = () => {
    if (failure) throw failure;
  };
  bindDeliveryQueue({
    add: async (deliveries) => {
      fail();
      handedOver.push(...deliveries);
    },
    follow: async (retries) => {
      fail();
      planned.push(...retries.filter(({ dueAt }) => dueAt !== null));
      const due = retries.filter(({ dueAt }) => dueAt === null);
      handedOver.push(...due.map(({ deliveryId, run: handoff }) => ({ deliveryId, handoff })));
    },
    leave: async (deliveryIds) => {
      fail();
      left.push(...deliveryIds);
    },
  });
  const of = (deliveryId: string) => handedOver.filter((delivery) => delivery.deliveryId === deliveryId);
  const plannedFor = (deliveryId: string) => planned.filter((retry) => retry.deliveryId === deliveryId);
  return {
    of,
    plannedFor,
    waitForPlan: (deliveryId, times) => waitUntil(`planning ${times} times`, () => plannedFor(deliveryId)[times - 1]),
    left,
    waitFor: (deliveryId, times) => waitUntil(`handing over ${times} times`, () => of(deliveryId)[times - 1]),
    failWith: (error) => {
      failure = error;
    },
  };
}
