import { createServer, type ServerResponse } from "node:http";
import { after } from "node:test";
import { createTestCard } from "../factories/cards";
import type { TestMerchant } from "../factories/merchants";
import { createTestSale } from "../factories/transactions";
import { subscribe } from "../factories/webhook-subscriptions";
import { closeServer, listen } from "../listen";
import { waitUntil } from "../wait-until";

interface Failing {
  readonly how: "answers 500" | "hangs";
  readonly requests: number;
}

const CARDS = 8;

async function startCountingReceiver(failing: Failing | null) {
  const acknowledged = new Map<string, number>();
  const firstSeen: string[] = [];
  const seen = new Set<string>();
  let requests = 0;
  const take = (text: string, deliveryId: string, response: ServerResponse) => {
    requests += 1;
    const { recordId, sequence } = JSON.parse(text) as { recordId: string; sequence: number };
    const event = `${recordId} ${sequence}`;
    if (!seen.has(deliveryId)) firstSeen.push(event);
    seen.add(deliveryId);
    if (failing && requests <= failing.requests) {
      if (failing.how === "answers 500") response.writeHead(500).end();
      return;
    }
    acknowledged.set(event, (acknowledged.get(event) ?? 0) + 1);
    response.end();
  };
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => take(text, String(request.headers["x-svc-delivery"]), response));
  });
  const port = await listen(server);
  after(() => closeServer(server));
  return { url: `http://localhost:${port}/`, acknowledged, firstSeen, requests: () => requests };
}

export interface EventCounts {
  readonly receiver: string;
  readonly requests: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly outOfOrder: number;
}

/**
 * Makes sales with one working receiver, one that answers 500 for a while, and one that hangs for a while, until all have every
 * event.
 */
export async function countEvents(
  merchant: TestMerchant,
  { sales, failures, withinMs }: { readonly sales: number; readonly failures: number; readonly withinMs: number },
): Promise<readonly EventCounts[]> {
  const kinds = [null, { how: "answers 500", requests: failures }, { how: "hangs", requests: failures }] as const;
  const receivers = await Promise.all(kinds.map((failing) => startCountingReceiver(failing)));
  for (const { url } of receivers) await subscribe(merchant.tenant, { url });
  const cards = await Promise.all(
    Array.from({ length: CARDS }, () => createTestCard(merchant.tenant, { fundsMinor: 1_000_000_00n })),
  );
  const sell = async (first: number) => {
    const card = cards[first];
    for (let i = first; card && i < sales; i += CARDS) await createTestSale(merchant, { card, amount: 1 });
  };
  await Promise.all(cards.map((_, first) => sell(first)));
  const isDone = () => receivers.every(({ acknowledged }) => acknowledged.size === 2 * sales);
  await waitUntil("all events to arrive everywhere", isDone, withinMs).catch(() => null);
  return receivers.map(({ acknowledged, firstSeen, requests }, i) => {
    const places = new Map(firstSeen.map((event, place) => [event, place]));
    const pairs = firstSeen.filter((event) => event.endsWith(" 2"));
    const isEarly = (event: string) => (places.get(event.replace(/ 2$/, " 1")) ?? Infinity) > (places.get(event) ?? -1);
    return {
      receiver: kinds[i]?.how ?? "works",
      requests: requests(),
      lost: 2 * sales - acknowledged.size,
      duplicated: [...acknowledged.values()].filter((times) => times > 1).length,
      outOfOrder: pairs.filter(isEarly).length,
    };
  });
}
