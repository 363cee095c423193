import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Outcome } from "../load/tally";
import { placeHold } from "./authorize";
import { asMerchant, asTenant, byTurns, requestText } from "./requests";
import type { Context, Scenario, Send } from "./scenario";

/** A calm tenant's payments: competing load is judged by their latency. */
const calm: Scenario = {
  name: "calm",
  operate: async (send, context) => ((await placeHold(send, calmText(context))) === null ? "failed" : "done"),
};

function calmText({ world: { calm }, turn }: Context): string {
  const body = { panToken: byTurns(calm.cards, turn()).panToken, amount: 1 };
  return requestText({ path: "/v1/authorizations", headers: asTenant(calm.tenant), body });
}

const CALM_VOIDS_A_SECOND = 10;

function calmVoids(): Scenario {
  const holds: string[] = [];
  return {
    name: "calm voids",
    prepare: ({ context, seconds, repeat }) =>
      repeat(Math.ceil(CALM_VOIDS_A_SECOND * seconds) - holds.length, async (send) => {
        const id = await placeHold(send, calmText(context));
        if (id !== null) holds.push(id);
      }),
    operate: async (send, { world: { calm } }) => {
      const id = holds.pop();
      if (id === undefined) return "exhausted";
      const path = `/v1/authorizations/${id}/reverse`;
      const { status } = await send(requestText({ path, headers: asTenant(calm.tenant), body: {} }));
      return status === 200 ? "done" : "failed";
    },
  };
}

/** Clients that retry at once, whatever the answer. */
function crowd(name: string, text: (context: Context) => string): Scenario {
  return {
    name,
    operate: async (send, context) => {
      const { status } = await send(text(context));
      return status === 429 || status === 503 ? "refused" : "done";
    },
  };
}

function readers(path: string): Scenario {
  return crowd(path, () => requestText({ method: "GET", path, headers: { "accept-encoding": "gzip" } }));
}

const images = crowd("/_next/image", () =>
  requestText({ method: "GET", path: `/_next/image?url=%2Ficon.png%3F${randomUUID()}&w=64&q=75` }),
);

/** Exceeds a sandbox's rate limit of 25 requests per second. */
const oneKey = crowd("one key", ({ world: { limited }, turn }) => {
  const body = { panToken: byTurns(limited.cards, turn()).panToken, amount: 1 };
  return requestText({ path: "/v1/authorizations", headers: asTenant(limited.tenant), body });
});

const strangers = crowd("keys of no one", ({ world: { limited } }) =>
  requestText({
    path: "/v1/authorizations",
    headers: asTenant({ publicKey: limited.tenant.publicKey, secret: randomUUID() }),
    body: { panToken: "p", amount: 1 },
  }),
);

const SALES = 6_000;
const REFUND_EACH_MS = 90;
/** Delay before the first settlement, so that the calm tenant pays first. */
const SETTLE_EACH_MS = 2_000;
const Sold = z.object({ transactionId: z.string() });

function settlement(): Scenario {
  const sold: string[] = [];
  const sell = async (send: Send, { world: { settling }, turn }: Context) => {
    const body = { amount: 1, paymentMethod: byTurns(settling.cards, turn()).panToken };
    const headers = asMerchant({ key: settling.merchantKey });
    const answer = await send(requestText({ path: "/merchant/v1/transactions/sale", headers, body }));
    sold.push(Sold.parse(JSON.parse(answer.body)).transactionId);
  };
  const refund = async (send: Send, { world: { settling } }: Context): Promise<Outcome> => {
    const transactionId = sold.pop();
    if (transactionId === undefined) return "exhausted";
    const headers = asMerchant({ key: settling.merchantKey });
    const { status } = await send(
      requestText({ path: "/merchant/v1/transactions/refund", headers, body: { transactionId, amount: 0.5 } }),
    );
    await sleep(REFUND_EACH_MS);
    return status === 200 ? "done" : "failed";
  };
  return {
    name: "a settlement",
    prepare: async ({ context, repeat }) => {
      sold.length = 0;
      await repeat(SALES, (send) => sell(send, context));
    },
    operate: async (send, context) => {
      if (context.turn() % 2 === 0) return refund(send, context);
      await sleep(SETTLE_EACH_MS);
      const headers = asTenant(context.world.settling.tenant);
      const { status } = await send(requestText({ path: "/v1/sandbox/settlements", headers, body: {} }));
      return status === 200 ? "done" : "failed";
    },
  };
}

export const CROWD_SCENARIOS: readonly Scenario[] = [
  calm,
  calmVoids(),
  ...["/", "/docs", "/docs/api", "/openapi/v1.json", "/sign-in", "/docs/../v1/nothing"].map(readers),
  images,
  oneKey,
  strangers,
  settlement(),
];
