import type { TestContext } from "node:test";
import { bindDeliveryQueue, type DueDelivery, type PlannedRetry } from "@/server/domain/webhooks";
import { waitUntil } from "../wait-until";

export interface CollectedHandOvers {
  of(deliveryId: string): readonly DueDelivery[];
  /** Waits until the delivery was handed over this many times in total. Returns the last one. */
  waitFor(deliveryId: string, times: number): Promise<DueDelivery>;
  plannedFor(deliveryId: string): readonly PlannedRetry[];
  /** Waits until this many runs were planned for it in total. Returns the last one. */
  waitForPlan(deliveryId: string, times: number): Promise<PlannedRetry>;
  readonly left: readonly string[];
  failWith(error: Error | null): void;
}

/** Stands in for Inngest during the test: collects what is handed over. */
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
