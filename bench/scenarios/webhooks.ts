import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type CountingReceiver, startReceiver } from "../load/receiver";
import { placeHold } from "./authorize";
import { asTenant, byTurns, requestText } from "./requests";
import type { Run, Scenario } from "./scenario";

const Subscribed = z.object({ id: z.string() });

/** After this long without a delivery, the receiver has all of them. */
const SILENT_MS = 10_000;
const DRAIN_MS = 90_000;
const POLL_MS = 20;

async function drained(receiver: CountingReceiver, wanted: number): Promise<void> {
  const deadline = performance.now() + DRAIN_MS;
  const startedAt = performance.now();
  while (receiver.received < wanted && performance.now() < deadline) {
    if (performance.now() - Math.max(receiver.lastAt, startedAt) > SILENT_MS) return;
    await sleep(POLL_MS);
  }
}

interface Receiving {
  readonly receiver: CountingReceiver;
  readonly subscriptionId: string;
}

async function subscribe({ context, repeat }: Run): Promise<Receiving> {
  const { tenant } = context.world.subscribed;
  const receiver = await startReceiver();
  let subscriptionId = "";
  await repeat(1, async (send) => {
    const body = { url: receiver.url, events: ["authorization.approved"] };
    const answer = await send(requestText({ path: "/v1/webhook-subscriptions", headers: asTenant(tenant), body }));
    subscriptionId = Subscribed.parse(JSON.parse(answer.body)).id;
  });
  return { receiver, subscriptionId };
}

async function unsubscribe({ context, repeat }: Run, { receiver, subscriptionId }: Receiving): Promise<void> {
  const { tenant } = context.world.subscribed;
  const path = `/v1/webhook-subscriptions/${subscriptionId}`;
  await repeat(1, (send) => send(requestText({ method: "DELETE", path, headers: asTenant(tenant) })));
  await receiver.close();
}

/** Authorizations of a tenant that subscribes to every event. At the end, measures how the remaining deliveries drain. */
export function webhooksScenario(): Scenario {
  let receiving: Receiving | null = null;
  return {
    name: "webhooks",
    prepare: async (run) => {
      receiving = await subscribe(run);
    },
    operate: async (send, { world: { subscribed }, turn }) => {
      const body = { panToken: byTurns(subscribed.cards, turn()).panToken, amount: 1 };
      const text = requestText({ path: "/v1/authorizations", headers: asTenant(subscribed.tenant), body });
      return (await placeHold(send, text)) === null ? "failed" : "done";
    },
    finish: async (run, { done, seconds }) => {
      if (!receiving) throw new Error("nothing was subscribed");
      const { receiver } = receiving;
      const meanwhile = receiver.received;
      await drained(receiver, done);
      const { received, firstAt, lastAt } = receiver;
      await unsubscribe(run, receiving);
      return {
        deliveredPerSecond: received > 1 ? (received * 1_000) / (lastAt - firstAt) : 0,
        deliveredMeanwhilePerSecond: meanwhile / seconds,
        undelivered: done - received,
      };
    },
  };
}
