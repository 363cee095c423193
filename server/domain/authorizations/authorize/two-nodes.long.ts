import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { issueCard } from "@/server/domain/members";
import { assertBooksBalance } from "@/server/testing/books";
import { credentialsOf } from "@/server/testing/clients/credentials";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase({ isDurable: true });

const CONNECTIONS = 32;
const TURN_MS = 6_000;
const TURNS = 2;

const nodes: ChildProcess[] = [];
after(() => {
  for (const node of nodes) node.kill();
});

async function startNode(): Promise<number> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const program = compiledProgram("server/testing/clients/api-process.ts");
  const node = spawn(process.execPath, [program], {
    env: { ...env, KILLED_AFTER: "Infinity" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  nodes.push(node);
  assert.ok(node.stdout);
  for await (const line of createInterface({ input: node.stdout })) return Number(line);
  throw new Error("the node did not start");
}

interface Turn {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Pays with one card over all connections, which are shared out between the nodes. */
async function pay(ports: readonly number[], headers: object, panTokens: readonly string[]): Promise<Turn> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + TURN_MS;
  const times: number[] = [];
  const payOnce = async (port: number | undefined, panToken: string) => {
    const sent = request({
      agent,
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/v1/authorizations",
      headers: { ...headers, "idempotency-key": crypto.randomUUID() },
    });
    sent.end(JSON.stringify({ panToken, amount: 0.01 }));
    const [answer] = await once(sent, "response");
    answer.resume();
    await once(answer, "end");
    assert.equal(answer.statusCode, 201);
  };
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, i) => {
      for (let at = performance.now(); at < until; at = performance.now()) {
        await payOnce(ports[i % ports.length], panTokens[i % panTokens.length] ?? "");
        times.push(performance.now() - at);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: (times.length * 1_000) / TURN_MS, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0 };
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

for (const cards of [1, 8]) {
  test(`two nodes take four fifths of what one takes on one account with ${cards} cards`, {
    timeout: 600_000,
  }, async () => {
    const tenant = await createTestTenant({ rateLimitTier: "network" });
    const first = await createTestCard(tenant, { fundsMinor: 1_000_000_000n });
    const panTokens = [first.panToken];
    for (let i = 1; i < cards; i += 1)
      panTokens.push((await issueCard(networkCaller("test"), { accountId: first.accountId })).panToken);
    const ports = [await startNode(), await startNode()];
    const headers = credentialsOf(tenant);
    await pay(ports, headers, panTokens);
    const rates: number[] = [];
    const slowness: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const one = await pay(ports.slice(0, 1), headers, panTokens);
      const two = await pay(ports, headers, panTokens);
      rates.push(two.perSecond / one.perSecond);
      slowness.push(two.p99Ms / one.p99Ms);
    }
    await assertBooksBalance();
    assert.ok(median(rates) >= 0.8, `the rates are ${rates.map((rate) => rate.toFixed(2)).join(", ")} of one node's`);
    assert.ok(median(slowness) <= 3, `p99 is ${slowness.map((times) => times.toFixed(1)).join(", ")} times one node's`);
  });
}
