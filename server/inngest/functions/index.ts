import type { InngestFunction } from "inngest";
import { deliverWebhookFunction } from "./deliver-webhook";
import { expireHoldsFunction } from "./expire-holds";
import { sweepDeliveriesFunction } from "./sweep-deliveries";

/** Every function of the service. What is not here is never called. */
export const functions: readonly InngestFunction.Any[] = [
  deliverWebhookFunction,
  expireHoldsFunction,
  sweepDeliveriesFunction,
];
