import { EVENT_TYPES } from "@/server/contracts/event-types";
import { createSubscription } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { Random } from "../random";
import type { Stage } from "../stage/stage";
import { Client } from "./client";

const WITHIN_MS = 10_000;

/** Subscribes to all events before the first fault: all must arrive there. */
export async function subscribeToAll({ links, receiver, world }: Stage): Promise<void> {
  const urls = links.map(({ port }) => `http://127.0.0.1:${port}`);
  const client = new Client("subscriber", new Random("subscriber"), urls, [], Date.now() + WITHIN_MS);
  const body = { url: receiver.url, events: [...EVENT_TYPES] };
  const subscription = await client.ask(createSubscription, { as: world.tenant, body });
  if (!subscription?.secret) throw new Error("the receiver could not be subscribed");
  receiver.secret = subscription.secret;
}
