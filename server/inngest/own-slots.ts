import { getEnv } from "@/server/platform/env";
import { inngest } from "./client";
import { deliverWebhookFunction } from "./functions/deliver-webhook";
import { retryWebhookFunction } from "./functions/retry-webhook";

/** Runs whose attempt has ended have given their sender back, and not yet their slot. */
const ENDING = 32;

/** Runs that wait for push services; each sends to many devices at once. */
const PUSHING = 4;

/** Deliveries and pushes wait for receivers that may never answer. Holds, codes, mail and settlement must not wait behind them. */
export function readOwnSlots(): ReadonlyMap<string, number> {
  return new Map([
    [deliverWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + ENDING],
    [retryWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + ENDING],
    [`${inngest.id}-send-pushes`, PUSHING],
  ]);
}
