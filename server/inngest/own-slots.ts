import { getEnv } from "@/server/platform/env";
import { inngest } from "./client";
import { deliverWebhookFunction } from "./functions/deliver-webhook";

/** Runs whose attempt has ended have given their sender back, and not yet their slot. */
const ENDING = 32;

/** Deliveries wait for receivers that may never answer. Holds, codes, mail and settlement must not wait behind them. */
export function readOwnSlots(): ReadonlyMap<string, number> {
  return new Map([[deliverWebhookFunction.id(inngest.id), getEnv().WEBHOOK_SENDERS + ENDING]]);
}
