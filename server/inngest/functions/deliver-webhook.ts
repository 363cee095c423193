import { attemptDelivery } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { inngest } from "../client";
import { deliveryRequested } from "../events";

const HOUR_SECONDS = 3_600;
/** One step each at most, and Inngest allows a run 1,000. Seven attempts take some 50; the sweep begins anew after the last. */
const MAX_TURNS = 400;

/** What a run needs of Inngest's `step`. */
export interface DeliverySteps {
  waitForEvent(
    id: string,
    options: { event: typeof deliveryRequested; match: "data.deliveryId"; timeout: string },
  ): Promise<unknown>;
}

interface Turn {
  /** Null: nothing is left to do for this run. */
  readonly waitSeconds: number | null;
  readonly because: string;
}

async function takeTurn(deliveryId: string, handoff: number): Promise<Turn> {
  const turn = await attemptDelivery({ deliveryId, handoff, now: now() });
  if (turn.next === "end") return { waitSeconds: null, because: turn.because };
  return { waitSeconds: Math.ceil((turn.until.getTime() - now().getTime()) / 1000), because: "not due yet" };
}

/**
 * One attempt of a delivery (contract 8), then a wait until the next is due. The row alone says when that is; it is read again
 * after every wait, and no wait is longer than an hour. Who has waited asks to be handed over again, as a retry by hand,
 * a resume or the sweep does: that event begins a run, where there is a sender for it, and ends the wait of this one.
 *
 * Only the waits are steps. An attempt needs no memory of the engine's, for the row is its memory: run again, it finds
 * that nothing is due. So a delivery that arrives at once is one call of this function, not two.
 */
export async function runDelivery(
  { deliveryId, handoff }: { readonly deliveryId: string; readonly handoff: number },
  step: DeliverySteps,
): Promise<string> {
  let waits = 0;
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const { waitSeconds, because } = await takeTurn(deliveryId, handoff);
    if (waitSeconds === null) return because;
    if (waitSeconds <= 0) continue;
    waits += 1;
    const timeout = `${Math.min(waitSeconds, HOUR_SECONDS)}s`;
    await step.waitForEvent(`wait-${waits}`, { event: deliveryRequested, match: "data.deliveryId", timeout });
  }
  return "too many turns";
}

export const deliverWebhookFunction = inngest.createFunction(
  {
    id: "deliver-webhook",
    triggers: [deliveryRequested],
    // What a receiver does is no error here and the schedule is the row's: these are for faults of our own.
    retries: 5,
    // How many are under way is decided before they come here, for all engines alike: by the senders that are given out.
  },
  ({ event, step }) => runDelivery(event.data, step as unknown as DeliverySteps),
);
