import type { TestContext } from "node:test";
import {
  attemptDelivery,
  attemptRetry,
  bindDeliveryQueue,
  type DueDelivery,
  type PlannedRetry,
} from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { waitUntil } from "../wait-until";

export interface CollectedHandOvers {
  of(deliveryId: string): readonly DueDelivery[];
  /** Waits until the delivery was handed over this many times in total. Returns the last one. */
  waitFor(deliveryId: string, times: number): Promise<DueDelivery>;
  plannedFor(deliveryId: string): readonly PlannedRetry[];
  /** Waits until this many runs were planned for it in total. Returns the last one. */
  waitForPlan(deliveryId: string, times: number): Promise<PlannedRetry>;
  failWith(error: Error | null): void;
}

/** Stands in for Inngest during the test: collects what is handed over. */
export function collectHandOvers(t: TestContext): CollectedHandOvers {
  t.after(() => bindDeliveryQueue(null));
  const handedOver: DueDelivery[] = [];
  const planned: PlannedRetry[] = [];
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
  });
  const of = (deliveryId: string) => handedOver.filter((delivery) => delivery.deliveryId === deliveryId);
  const plannedFor = (deliveryId: string) => planned.filter((retry) => retry.deliveryId === deliveryId);
  return {
    of,
    plannedFor,
    waitForPlan: (deliveryId, times) => waitUntil(`planning ${times} times`, () => plannedFor(deliveryId)[times - 1]),
    waitFor: (deliveryId, times) => waitUntil(`handing over ${times} times`, () => of(deliveryId)[times - 1]),
    failWith: (error) => {
      failure = error;
    },
  };
}

/** Stands in for Inngest during the test: makes each attempt as soon as it is handed over. Returns what sleeps. */
export function attemptAtOnce(t: TestContext): readonly PlannedRetry[] {
  t.after(() => bindDeliveryQueue(null));
  const asleep: PlannedRetry[] = [];
  bindDeliveryQueue({
    add: async (deliveries) => {
      for (const { deliveryId } of deliveries) void attemptDelivery({ deliveryId, now: now() });
    },
    follow: async (retries) => {
      asleep.push(...retries.filter(({ dueAt }) => dueAt !== null));
      for (const { deliveryId, run, dueAt } of retries) {
        if (dueAt === null) void attemptRetry({ deliveryId, run, now: now() });
      }
    },
  });
  return asleep;
}
