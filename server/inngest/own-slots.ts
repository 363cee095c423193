import { getEnv } from "@/server/platform/env";
import { inngest } from "./client";
import { deliverWebhookFunction } from "./functions/deliver-webhook";

/** Runs that wake up to ask for a sender hold none. */
const WAKING_UP = 32;

/** Deliveries wait for receivers that may never answer. Holds, codes, mail and settlement must not wait behind them. */
export function readOwnSlots(): ReadonlyMap<string, number> {
  return new Map([[deliverWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + WAKING_UP]]);
}
