import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Call, type Outcome, repeat, type Scenario, type Send } from "./load";
import type { World, WorldTenant } from "./stage";

const Approved = z.object({ status: z.literal("approved"), recordId: z.string() });
const Sold = z.object({ status: z.literal("PendingSettlement"), transactionId: z.string() });
const Minted = z.object({ code: z.string(), pin: z.string() });
const ListPage = z.object({ result: z.object({ data: z.object({ next: z.string().nullable() }) }) });

/** A faster machine uses them up, and its turn ends early. Minting and redeeming cost about the same, mostly bcrypt. */
const HOLDS_A_SECOND = 3_000;
const CODES_A_SECOND = 80;
const HOLDS = 500;
const REPLAYED = 100;
const PAGE = 50;
const DEEP_PAGES = 20;
const PEOPLE = 20;
/** People look at a page before they load the next. */
const LOOK_MS = 1_000;
const IN_A_ROW = 10;
const RECOVERS_WITHIN = 2_000;
/** After this long without a delivery, the receiver has all of them. */
const SILENT_MS = 10_000;
const DRAIN_MS = 90_000;
const CALM_VOIDS_A_SECOND = 10;
const SALES = 6_000;
const REFUND_EACH_MS = 90;
/** Delay before the first settlement, so that the calm tenant pays first. */
const SETTLE_EACH_MS = 2_000;

type Key = Pick<WorldTenant, "publicKey" | "secret">;

function asTenant({ publicKey, secret }: Key, path: string, body?: object): Call {
  return {
    path,
    headers: { "x-api-key": publicKey, authorization: `Bearer ${secret}`, "idempotency-key": randomUUID() },
    ...(body && { body }),
  };
}

function asMerchant(key: string, path: string, body: object): Call {
  return { path, headers: { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() }, body };
}

const ended = (isDone: boolean): Outcome => (isDone ? "done" : "failed");

/** The scenarios by name. Payments are of 1.00, so that no card runs out of money however long the run. */
export function scenariosOf(world: World): Readonly<Record<string, () => Scenario>> {
  const { tenant, cards, merchants } = world;
  const holds: string[] = [];
  const codes: z.infer<typeof Minted>[] = [];
  const turns = new Map<readonly unknown[], number>();
  const byTurns = <Item>(items: readonly Item[]): Item => {
    const turn = turns.get(items) ?? 0;
    turns.set(items, turn + 1);
    return items[turn % items.length] ?? fail("there is none to take");
  };

  const authorization = (of: { tenant: Key; cards: World["cards"] } = world): Call => {
    const merchant = of === world ? { merchant: byTurns(merchants).id } : {};
    return asTenant(of.tenant, "/v1/authorizations", { panToken: byTurns(of.cards).panToken, amount: 1, ...merchant });
  };
  const place = async (send: Send, call: Call): Promise<string | null> => {
    const { status, body } = await send(call);
    return (status === 201 && Approved.safeParse(JSON.parse(body)).data?.recordId) || null;
  };
  const keep = async (send: Send): Promise<Outcome> => {
    const id = await place(send, authorization());
    if (id !== null) holds.push(id);
    return ended(id !== null);
  };
  const provideHolds = (send: Send, count: number) => repeat(count - holds.length, () => keep(send));
  const isAnswered = async (send: Send, call: Call, status = 200) => ended((await send(call)).status === status);
  const onHold = (send: Send, id: string | undefined, action: string): Promise<Outcome> | Outcome =>
    id === undefined ? "exhausted" : isAnswered(send, asTenant(tenant, `/v1/authorizations/${id}/${action}`, {}));
  const look = (send: Send) =>
    isAnswered(send, { ...asTenant(tenant, `/v1/authorizations/${byTurns(holds)}`), method: "GET" });
  const sell = async (send: Send, key: string, path: string, body: object): Promise<Outcome> => {
    const answer = await send(asMerchant(key, path, body));
    return ended(answer.status === 200 && Sold.safeParse(JSON.parse(answer.body)).success);
  };
  const sale = (send: Send, { key }: { key: string } = byTurns(merchants)) =>
    sell(send, key, "/merchant/v1/transactions/sale", { amount: 1, paymentMethod: byTurns(cards).panToken });
  const query = (procedure: string, input: object): Call => {
    const all = JSON.stringify({ tenant: tenant.slug, environment: "test", ...input });
    const path = `/api/trpc/${procedure}?input=${encodeURIComponent(all)}`;
    return { method: "GET", path, headers: { cookie: byTurns(world.cookies) } };
  };
  const list = (cursor: string | null) => query("tenant.authorizations.list", { limit: PAGE, cursor });
  const overview = (send: Send) => isAnswered(send, query("tenant.overview.get", { period: "7d" }));
  const authorizeOf = (of?: { tenant: Key; cards: World["cards"] }): Scenario => ({
    operate: async (send) => ended((await place(send, authorization(of))) !== null),
  });

  return {
    authorize: () => ({ operate: keep }),
    "hot card": () => authorizeOf({ tenant, cards: cards.slice(0, 1) }),
    replay: () => {
      const answered: Call[] = [];
      return {
        prepare: (send) =>
          repeat(REPLAYED, async () => {
            const call = authorization();
            if ((await place(send, call)) !== null) answered.push(call);
          }),
        operate: (send) => isAnswered(send, byTurns(answered)),
      };
    },
    get: () => ({ prepare: (send) => provideHolds(send, HOLDS), operate: look }),
    capture: () => ({
      prepare: (send, seconds) => provideHolds(send, Math.ceil(HOLDS_A_SECOND * seconds)),
      operate: async (send) => onHold(send, holds.pop(), "capture"),
    }),
    "authorize+capture": () => ({
      operate: async (send) => {
        const id = await place(send, authorization());
        return id === null ? "failed" : onHold(send, id, "capture");
      },
    }),
    mixed: () => {
      let at = 0;
      return {
        prepare: (send) => provideHolds(send, HOLDS),
        operate: async (send) => {
          at = (at + 1) % 20;
          if (at === 18) return onHold(send, holds.pop(), "reverse");
          if (at === 19) return look(send);
          return at >= 14 ? onHold(send, holds.pop(), "capture") : keep(send);
        },
      };
    },
    sale: () => ({ operate: (send) => sale(send) }),
    "hot merchant": () => ({ operate: (send) => sale(send, merchants[0]) }),
    "agreement charge": () => ({
      operate: (send) => {
        const { id, key } = byTurns(world.agreements);
        return sell(send, key, "/merchant/v1/recurring/charge", { recurringAuthorizationId: id, amount: 1 });
      },
    }),
    redeem: () => ({
      prepare: (send, seconds) =>
        repeat(Math.ceil(CODES_A_SECOND * seconds) - codes.length, async () => {
          const body = { member: byTurns(cards).memberId, expiryMinutes: 1_440 };
          codes.push(Minted.parse(JSON.parse((await send(asTenant(tenant, "/v1/payment-codes", body))).body)));
        }),
      operate: async (send) => {
        const code = codes.pop();
        if (!code) return "exhausted";
        const body = { ...code, amount: 1, merchant: byTurns(merchants).id };
        return isAnswered(send, asTenant(tenant, "/v1/payment-codes/authorize", body), 201);
      },
    }),
    "list page deep": () => {
      let cursor: string | null = null;
      return {
        prepare: async (send) => {
          await provideHolds(send, (DEEP_PAGES + 2) * PAGE);
          for (let page = 0; page < DEEP_PAGES; page += 1) {
            cursor = ListPage.parse(JSON.parse((await send(list(cursor))).body)).result.data.next;
          }
        },
        operate: (send) => isAnswered(send, list(cursor)),
      };
    },
    overview: () => ({ operate: overview }),
    "authorize beside pages": () => {
      let pages = 0;
      let isOver = false;
      return {
        ...authorizeOf(),
        prepare: async (send) => {
          const browse = async () => {
            for (; !isOver; await sleep(LOOK_MS))
              if ((await overview(send).catch(() => "failed")) === "done") pages += 1;
          };
          for (let person = 0; person < PEOPLE; person += 1) void browse();
        },
        finish: async (_, { seconds }) => {
          isOver = true;
          return { pagesPerSecond: pages / seconds };
        },
      };
    },
    /** More than the server can take: each request is accepted, or refused at once. A broken connection is a failure. */
    overload: () => ({
      operate: async (send) => {
        const { status } = await send(authorization());
        return status === 503 ? "refused" : ended(status === 201);
      },
      finish: async (send) => {
        const since = performance.now();
        let row = 0;
        for (let sent = 0; sent < RECOVERS_WITHIN && row < IN_A_ROW; sent += 1) {
          row = (await place(send, authorization())) === null ? 0 : row + 1;
        }
        return { recoveredAfterMs: row < IN_A_ROW ? -1 : performance.now() - since };
      },
    }),
    webhooks: () => webhooks(world, authorizeOf(world.subscribed)),
    calm: () => authorizeOf(world.calm),
    "calm voids": () => {
      const left: string[] = [];
      return {
        prepare: (send, seconds) =>
          repeat(Math.ceil(CALM_VOIDS_A_SECOND * seconds), async () => {
            const id = await place(send, authorization(world.calm));
            if (id !== null) left.push(id);
          }),
        operate: async (send) => {
          const id = left.pop();
          return id === undefined
            ? "exhausted"
            : isAnswered(send, asTenant(world.calm.tenant, `/v1/authorizations/${id}/reverse`, {}));
        },
      };
    },
    ...Object.fromEntries(
      ["/", "/docs", "/docs/api", "/openapi/v1.json", "/sign-in", "/docs/../v1/nothing"].map((path) => [
        path,
        () => crowd(() => ({ method: "GET", path, headers: { "accept-encoding": "gzip" } })),
      ]),
    ),
    "/_next/image": () =>
      crowd(() => ({ method: "GET", path: `/_next/image?url=%2Ficon.png%3F${randomUUID()}&w=64&q=75` })),
    /** Exceeds a sandbox's rate limit of 25 requests per second. */
    "one key": () => crowd(() => authorization(world.limited)),
    "keys of no one": () =>
      crowd(() => authorization({ ...world.limited, tenant: { ...world.limited.tenant, secret: randomUUID() } })),
    "a settlement": () => {
      const { settling } = world;
      const sold: string[] = [];
      let at = 0;
      return {
        prepare: (send) =>
          repeat(SALES, async () => {
            const body = { amount: 1, paymentMethod: byTurns(settling.cards).panToken };
            const answer = await send(asMerchant(settling.merchantKey, "/merchant/v1/transactions/sale", body));
            sold.push(Sold.parse(JSON.parse(answer.body)).transactionId);
          }),
        operate: async (send) => {
          if (at++ % 2 === 1) {
            await sleep(SETTLE_EACH_MS);
            return isAnswered(send, asTenant(settling.tenant, "/v1/sandbox/settlements", {}));
          }
          const transactionId = sold.pop();
          if (transactionId === undefined) return "exhausted";
          await sleep(REFUND_EACH_MS);
          const body = { transactionId, amount: 0.5 };
          return isAnswered(send, asMerchant(settling.merchantKey, "/merchant/v1/transactions/refund", body));
        },
      };
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}

/** Clients that retry at once, whatever the answer. */
function crowd(call: () => Call): Scenario {
  return {
    operate: async (send) => {
      const { status } = await send(call());
      return status === 429 || status === 503 ? "refused" : "done";
    },
  };
}

/** A tenant that subscribes to its approvals. At the end, measures how the remaining deliveries drain. */
function webhooks({ subscribed: { tenant } }: World, { operate }: Scenario): Scenario {
  const [received, receiver] = [{ count: 0, firstAt: 0, lastAt: 0 }, createServer()];
  // Accepts every delivery at once: the sender is what is measured.
  receiver.on("request", (request, response) => {
    request.resume();
    response.end();
    received.count += 1;
    received.lastAt = performance.now();
    received.firstAt ||= received.lastAt;
  });
  const path = "/v1/webhook-subscriptions";
  let id = "";
  return {
    prepare: async (send) => {
      await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
      const address = receiver.address();
      const port = typeof address === "object" ? address?.port : null;
      const body = { url: `http://localhost:${port}/hooks`, events: ["authorization.approved"] };
      id = z.object({ id: z.string() }).parse(JSON.parse((await send(asTenant(tenant, path, body))).body)).id;
    },
    operate,
    finish: async (send, { done, seconds }) => {
      const meanwhile = received.count;
      const endedAt = performance.now();
      const isDraining = (at: number) => at < endedAt + DRAIN_MS && at - Math.max(received.lastAt, endedAt) < SILENT_MS;
      while (received.count < done && isDraining(performance.now())) await sleep(20);
      await send({ ...asTenant(tenant, `${path}/${id}`), method: "DELETE" });
      receiver.closeAllConnections();
      receiver.close();
      const { count, firstAt, lastAt } = received;
      return {
        deliveredPerSecond: count > 1 ? (count * 1_000) / (lastAt - firstAt) : 0,
        deliveredMeanwhilePerSecond: meanwhile / seconds,
        undelivered: done - count,
      };
    },
  };
}
