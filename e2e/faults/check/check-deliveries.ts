import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "../stage/stage";
import { countEvents, readDeliveries } from "./records";

/** Covers the claim of a killed process, the sweep's interval, and clock shifts. */
const ARRIVED_WITHIN_MS = 240_000;
const POLL_MS = 500;

export interface Arrivals {
  readonly events: number;
  /** Requests answered with a 2xx; a delivery may have several. */
  readonly requests: number;
  readonly waitedMs: number;
  readonly problems: readonly string[];
}

/** Waits until no delivery is pending. Each event must have arrived at least once, with a valid signature. */
export async function checkDeliveries(stage: Stage): Promise<Arrivals> {
  const { receiver } = stage;
  const startedAt = performance.now();
  let deliveries = await readDeliveries(stage);
  while (deliveries.some(({ isDelivered }) => !isDelivered) && performance.now() - startedAt < ARRIVED_WITHIN_MS) {
    await sleep(POLL_MS);
    deliveries = await readDeliveries(stage);
  }
  const events = await countEvents(stage);
  const problems = deliveries.flatMap(({ id, isDelivered }) => {
    if (!receiver.acknowledged.has(id)) return [`delivery ${id} never arrived`];
    return isDelivered ? [] : [`delivery ${id} arrived and is not on record as delivered`];
  });
  if (deliveries.length !== events) problems.push(`${events} events have ${deliveries.length} deliveries`);
  problems.push(...receiver.forged.map((reason) => `not genuine: ${reason}`));
  const requests = [...receiver.acknowledged.values()].reduce((sum, times) => sum + times, 0);
  return { events, requests, waitedMs: performance.now() - startedAt, problems };
}
