import { onGuardedEnd } from "@/server/db/guarded";
import { inOwnTime } from "@/server/domain/sandbox-clock";
import { bindWork, type Found, wake, wakeNowAndThen } from "@/server/domain/wake";
import { now } from "@/server/platform/clock";
import { type DeliveryQueue, setDeliveryQueue } from "../ports";
import { handOverDeliveries } from "./hand-over-deliveries";
import { lookAhead } from "./lease-send-slots";
import { planRetries } from "./plan-retries";

/** Every guarded write may have written deliveries, so each wakes the work after its commit unless it knows better. */
export function wakeDeliveriesAfterWrites(): void {
  onGuardedEnd(wakeDeliveries);
}

function wakeDeliveries({ mayHaveLeft }: { readonly mayHaveLeft: boolean }): void {
  if (mayHaveLeft) wake("deliveries");
  else wakeNowAndThen("deliveries");
}

/** For composition roots: hands over due deliveries of every process from here. Null ends it. */
export function bindDeliveryQueue(queue: DeliveryQueue | null): void {
  setDeliveryQueue(queue);
  wakeDeliveriesAfterWrites();
  bindWork("deliveries", queue && handOverDue);
}

async function handOverDue(): Promise<Found> {
  const { isDue, hasRetries, dueAhead } = await lookAhead(now());
  let count = isDue ? await handOverDeliveries({ now: now() }) : 0;
  for (const { tenantId, aheadMs } of dueAhead) {
    count += await handOverDeliveries({ ...inOwnTime(now(), aheadMs), sandboxOf: tenantId });
  }
  // First attempts go before retries, which are due in a minute at the earliest.
  if (hasRetries) count += await planRetries({ now: now() });
  return { isMore: count > 0 };
}
