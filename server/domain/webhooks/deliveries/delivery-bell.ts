import { setTimeout as sleep } from "node:timers/promises";
import { onGuardedEnd } from "@/server/db/guarded";
import { now } from "@/server/platform/clock";
import { getLogger } from "@/server/platform/logger";
import { processSingleton } from "@/server/platform/singleton";
import { type DeliveryQueue, findDeliveryQueue, setDeliveryQueue } from "../ports";
import { lookAhead } from "./give-senders";
import { handOverDeliveries } from "./hand-over-deliveries";

interface Bell {
  isRung: boolean;
  isListening: boolean;
  /** The last answer, done or under way. */
  answer: Promise<void>;
  /** Rings it when the next delivery is due. */
  alarm: NodeJS.Timeout | undefined;
}

const bell = processSingleton<Bell>("delivery-bell", () => ({
  isRung: false,
  isListening: false,
  answer: Promise.resolve(),
  alarm: undefined,
}));

/** Between two looks, however often the bell rings: a busy network costs 50 small queries a second, not one a payment. */
const PAUSE_MS = 20;
/** What is due later than this is seen in time by a later look: the sweep rings every minute. */
const FARTHEST_ALARM_MS = 120_000;

/**
 * For composition roots: from now on deliveries are handed over as soon as the statement that wrote them has committed.
 * Every guarded write may have written some, so each rings the bell; no use case can forget to. Null ends it.
 */
export function bindDeliveryQueue(queue: DeliveryQueue | null): void {
  setDeliveryQueue(queue);
  clearTimeout(bell.alarm);
  onGuardedEnd(ringDeliveryBell);
  ringDeliveryBell();
}

/** Something may be there to hand over. */
export function ringDeliveryBell(): void {
  bell.isRung = true;
  if (!bell.isListening) bell.answer = answer();
}

/** Until what the bell was last rung for is handed over, or was refused. */
export async function untilBellIsAnswered(): Promise<void> {
  while (bell.isListening) await bell.answer;
}

async function answer(): Promise<void> {
  bell.isListening = true;
  try {
    while (bell.isRung && findDeliveryQueue()) {
      bell.isRung = false;
      const { isDue, nextDueAt } = await lookAhead(now());
      setAlarm(nextDueAt);
      if (isDue && (await handOverDeliveries({ now: now() })) > 0) bell.isRung = true;
      await sleep(PAUSE_MS);
    }
  } catch (error) {
    // The sweep comes by within a minute.
    getLogger().warn({ error: error instanceof Error ? error.message : "unknown" }, "deliveries were not handed over");
  } finally {
    bell.isListening = false;
  }
}

/** A retry goes out when it is due, not when somebody happens to come by. */
function setAlarm(dueAt: Date | null): void {
  clearTimeout(bell.alarm);
  const waitMs = dueAt === null ? Number.POSITIVE_INFINITY : dueAt.getTime() - now().getTime();
  if (waitMs <= FARTHEST_ALARM_MS) bell.alarm = setTimeout(ringDeliveryBell, Math.max(0, waitMs) + 1).unref();
}
