/** A separate process that attempts the deliveries whose ids it reads from stdin, in order. */
import { text } from "node:stream/consumers";
import { closePool } from "@/server/db/pool";
import { attemptDelivery } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { giveSender } from "../factories/webhook-deliveries";
import { bindTestSender } from "./webhook-sender";

bindTestSender();
const ids = JSON.parse(await text(process.stdin)) as readonly string[];
const waiting = [...ids];
const work = async () => {
  for (let deliveryId = waiting.shift(); deliveryId !== undefined; deliveryId = waiting.shift()) {
    await giveSender(deliveryId);
    await attemptDelivery({ deliveryId, now: now() });
  }
};
await Promise.all([work(), work(), work(), work()]);
await closePool();
