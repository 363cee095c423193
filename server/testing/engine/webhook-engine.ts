import type { TestContext } from "node:test";
import { bindDeliveryQueue } from "@/server/domain/webhooks";
import { inngest } from "@/server/inngest/client";
import { deliveryQueue } from "@/server/inngest/delivery-queue";
import { bindEngineTransport } from "@/server/inngest/engine-transport";
import { functions } from "@/server/inngest/functions";
import { getEmbeddedKeys } from "@/server/inngest/keys";
import { Engine } from "@/server/inngest/local/engine";
import { receiveEvents } from "@/server/inngest/local/receive-events";
import { readOwnSlots } from "@/server/inngest/own-slots";
import { serveFunctions } from "./engine";

/** Our functions on the embedded engine, set up as in production, for as long as the test runs. */
export async function startDeliveries(t: TestContext): Promise<void> {
  const { eventKey, signingKey } = getEmbeddedKeys();
  bindEngineTransport((request) => receiveEvents(request, eventKey));
  const { appUrl, close } = await serveFunctions(inngest, functions);
  const onRefused = (error: Error) => t.diagnostic(`the engine refused the functions: ${error.message}`);
  const engine = new Engine({ appUrl, signingKey, ownSlots: readOwnSlots(), onRefused });
  engine.start();
  t.after(async () => {
    bindDeliveryQueue(null);
    await engine.stop();
    await close();
  });
  bindDeliveryQueue(deliveryQueue);
}
