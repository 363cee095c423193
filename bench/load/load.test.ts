import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { after, test } from "node:test";
import type { Context, Scenario } from "../scenarios/scenario";
import { World } from "../stage/world";
import { runScenario } from "./run-scenario";

const tenant = { id: "t", slug: "s", apiKeyId: "a", publicKey: "pk", secret: "sk", merchantId: "m" };
const cards = [{ id: "c", panToken: "p", memberId: "m", accountId: "a" }];
const pair = [{ id: "m", key: "k" }];
const subscribed = { tenant, cards };
const others = { subscribed, calm: subscribed, limited: subscribed, settling: { ...subscribed, merchantKey: "k" } };
const world = World.parse({ tenant, cards, merchants: pair, agreements: pair, cookies: ["c"], ...others });

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

function times(count: number, read: (body: string) => boolean): Scenario {
  let left = count;
  return {
    name: "counted",
    operate: async (send) => {
      if (left-- <= 0) return "exhausted";
      const { status, body } = await send("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
      return status === 200 && read(body) ? "done" : "failed";
    },
  };
}

function newContext(): Context {
  let turns = 0;
  return { world, holds: [], codes: [], answered: [], turn: () => turns++ };
}

const CLOSED = { connections: 8, seconds: 60, perSecond: null };

test("every answer is counted once, a refusal and a broken connection as failures", async () => {
  let seen = 0;
  const port = await serve((request, response) => {
    seen += 1;
    if (seen % 10 === 0) response.writeHead(500).end("no");
    else if (seen % 10 === 5) request.socket.destroy();
    else response.end("yes");
  });
  const measured = await runScenario(
    times(1_000, (body) => body === "yes"),
    { ...CLOSED, port },
    newContext(),
  );
  assert.deepEqual([seen, measured.done, measured.failed], [1_000, 800, 200]);
  assert.equal(Math.round(measured.perSecond * measured.seconds), 800);
});

test("an answer in chunks is read whole, and one that ends its connection is followed by a new one", async () => {
  const text = "a body of several parts ☕".repeat(500);
  const port = await serve((_, response) => {
    response.setHeader("connection", "close");
    for (let at = 0; at < text.length; at += 1_000) response.write(text.slice(at, at + 1_000));
    response.end();
  });
  const measured = await runScenario(
    times(40, (body) => body === text),
    { ...CLOSED, port },
    newContext(),
  );
  assert.deepEqual([measured.done, measured.failed], [40, 0]);
});

test("latency is the server's: at least as long as it waited, at every percentile", async () => {
  const WAIT_MS = 20;
  const port = await serve((_, response) => void setTimeout(() => response.end("yes"), WAIT_MS));
  const measured = await runScenario(
    times(64, () => true),
    { ...CLOSED, port },
    newContext(),
  );
  // Two clocks may differ by a millisecond.
  assert.ok((measured.p50Ms ?? 0) >= WAIT_MS - 1, `${measured.p50Ms}`);
  assert.ok((measured.p99Ms ?? 0) >= (measured.p50Ms ?? 0));
});

test("an open loop sends what is due, however slow the answers are, and what waited counts its wait", async () => {
  const open = { connections: 1, seconds: 0.2, perSecond: 1_000 };
  let waiting: (() => void)[] = [];
  let seen = 0;
  // Answers only after all connections have sent a request: a closed loop would deadlock here.
  const port = await serve((_, response) => {
    seen += 1;
    waiting.push(() => response.end("yes"));
    if (seen < 128) return;
    for (const answer of waiting) answer();
    waiting = [];
  });
  const measured = await runScenario(
    times(1_000, () => true),
    { ...open, port },
    newContext(),
  );
  assert.deepEqual([seen, measured.done, measured.failed], [200, 200, 0]);
});
