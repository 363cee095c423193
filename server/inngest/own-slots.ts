import { getEnv } from "@/server/platform/env";
import { inngest } from "./client";
import { deliverWebhookFunction } from "./functions/deliver-webhook";
import { retryWebhookFunction } from "./functions/retry-webhook";

/** Extra slots for runs whose attempt has ended: their sender is free already, their slot not yet. */
const ENDING = 32;

const PUSHING = 4;

/** A replay keeps its slot as long as the receiver takes events. */
const REPLAYING = 64;

const MOVING_CLOCKS = 4;

/** These may wait for receivers, and must not delay holds, codes, mail, or settlement. */
export function readOwnSlots(): ReadonlyMap<string, number> {
  return new Map([
    [deliverWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + ENDING],
    [retryWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + ENDING],
    [`${inngest.id}-do-replay`, REPLAYING],
    [`${inngest.id}-do-sandbox-jump`, MOVING_CLOCKS],
    [`${inngest.id}-send-pushes`, PUSHING],
  ]);
}
