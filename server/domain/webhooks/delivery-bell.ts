import { setTimeout as sleep } from "node:timers/promises";
import { onGuardedEnd } from "@/server/db/guarded";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { handOverDeliveries } from "./hand-over-deliveries";
import { type DeliveryQueue, findDeliveryQueue, setDeliveryQueue } from "./ports";

interface Bell {
  isRung: boolean;
  isListening: boolean;
}

const bell = processSingleton<Bell>("delivery-bell", () => ({ isRung: false, isListening: false }));

/** Between two looks, however often the bell rings: a busy network costs 200 small queries a second, not one a payment. */
const PAUSE_MS = 5;
/** So many at once, and there may be more. */
const MANY = 20;
/** After many, time for the queue to take it in, and for others to get their turn. */
const PAUSE_BETWEEN_BATCHES_MS = 50;

/**
 * For composition roots: from now on deliveries are handed over as soon as the statement that wrote them has committed.
 * Every guarded write may have written some, so each rings the bell; no use case can forget to.
 */
export function bindDeliveryQueue(queue: DeliveryQueue): void {
  setDeliveryQueue(queue);
  onGuardedEnd(ringDeliveryBell);
  ringDeliveryBell();
}

/** Something may be there to hand over. */
export function ringDeliveryBell(): void {
  bell.isRung = true;
  if (!bell.isListening) void answer();
}

async function answer(): Promise<void> {
  bell.isListening = true;
  try {
    while (bell.isRung && findDeliveryQueue()) {
      bell.isRung = false;
      const count = await handOverDeliveries({ now: now() });
      if (count >= MANY) bell.isRung = true;
      await sleep(count >= MANY ? PAUSE_BETWEEN_BATCHES_MS : PAUSE_MS);
    }
  } catch (error) {
    // The sweep comes by within a minute.
    getLogger().warn({ error: error instanceof Error ? error.message : "unknown" }, "deliveries were not handed over");
  } finally {
    bell.isListening = false;
  }
}
