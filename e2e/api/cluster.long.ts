import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { waitUntil } from "@/server/testing/wait-until";
import { LOAD_TENANT_HEADERS, newKey } from "../fixtures/sandbox";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver";
import { Cluster } from "./cluster";

const PAYERS = 8;
const ANSWERED_WITHIN_MS = 60_000;
/** One subscription gets some 50 a second, and a killed node holds claims for a while. */
const ARRIVED_WITHIN_MS = 600_000;
const FIRST_WITHIN_MS = 30_000;
/** One subscription's concurrent attempts. */
const UNDER_WAY = 16;
const run = promisify(execFile);

let cluster: Cluster;
let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver(1 / 10);
  cluster = await Cluster.start();
});
after(async () => {
  await cluster.stop();
  receiver.close();
});

async function post(path: string, key: string, body: object): Promise<{ readonly recordId: string }> {
  return waitUntil(
    `an answer to ${path}`,
    async () => {
      const answer = await fetch(cluster.address + path, {
        method: "POST",
        headers: { ...LOAD_TENANT_HEADERS, "idempotency-key": key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      }).catch(() => null);
      if (answer?.ok) return await answer.json().catch(() => null);
      if (answer && answer.status < 500) throw new Error(`${answer.status} ${await answer.text()}`);
      return void (await sleep(100));
    },
    ANSWERED_WITHIN_MS,
  );
}

const pay = async (key: string) =>
  (await post("/v1/authorizations", key, { panToken: "TESTcardApproved1", amount: 0.01 })).recordId;

/** Pays, each payment until it is answered, while the nodes are dealt with. Returns record ids by key. */
async function payWhile(work: () => Promise<void>): Promise<Map<string, string>> {
  const paid = new Map<string, string>();
  let isOver = false;
  const payers = Array.from({ length: PAYERS }, async () => {
    while (!isOver) {
      const key = newKey();
      paid.set(key, await pay(key));
    }
  });
  try {
    await work();
  } finally {
    isOver = true;
  }
  await Promise.all(payers);
  return paid;
}

const missingOf = (recordIds: Iterable<string>) => [...recordIds].filter((id) => !receiver.acknowledged.has(id));

async function proveBooks(): Promise<void> {
  const { stdout } = await run("npm", ["run", "--silent", "books:prove"], {
    env: { ...process.env, ...cluster.settings, NODE_ENV: "production" },
  });
  assert.match(stdout, /The books balance\./);
}

test("the first webhook arrives within half a minute, through functions that registered themselves", async (t) => {
  const begun = performance.now();
  await post("/v1/webhook-subscriptions", newKey(), { url: receiver.url, events: ["authorization.approved"] });
  const recordId = await pay(newKey());
  await waitUntil("the first webhook", () => receiver.acknowledged.has(recordId), FIRST_WITHIN_MS);
  t.diagnostic(`the first webhook came after ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
});

test("strangers reach no function through the balancer", async () => {
  for (const path of ["/api/inngest", "/api/inngest?fnId=closed-loop-settle", "//api/inngest", "/api/%69nngest"]) {
    for (const method of ["GET", "PUT", "POST"]) {
      const { status } = await fetch(cluster.address + path, { method, redirect: "manual" });
      assert.ok(status >= 300 && status < 500, `${method} ${path} is answered with ${status}`);
    }
  }
});

test("with each node killed, then each one rolled, no payment is doubled or lost and each webhook arrives", async (t) => {
  const rounds = [
    ["SIGKILL", "killed"],
    ["SIGTERM", "rolled"],
  ] as const;
  for (const [signal, done] of rounds) {
    const before = receiver.arrivals.length;
    const paid = await payWhile(async () => {
      for (const node of ["front-1", "front-2", "work-1", "work-2"] as const) {
        await sleep(2_000);
        await cluster.restart(node, signal);
      }
      await sleep(2_000);
    });
    const recordIds = new Set(paid.values());
    assert.equal(recordIds.size, paid.size, "each key is one payment");
    const [someKey, someId] = [...paid][0] ?? [];
    assert.equal(await pay(someKey ?? ""), someId, "a repeat is answered by any node");
    const begun = performance.now();
    await waitUntil("all webhooks", () => missingOf(recordIds).length === 0, ARRIVED_WITHIN_MS);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const delivered = receiver.arrivals.slice(before).filter(({ status }) => status === 200);
    const twice = delivered.length - new Set(delivered.map(({ deliveryId }) => deliveryId)).size;
    t.diagnostic(`${done}: ${paid.size} payments, all webhooks ${seconds} s after the last, ${twice} of them twice`);
    assert.ok(twice <= (signal === "SIGKILL" ? 2 * UNDER_WAY : 0), `${twice} were delivered twice`);
  }
  await proveBooks();
});

test("Prometheus reads all nodes and finds nothing wrong with Inngest", async () => {
  const ask = async (path: string) => (await fetch(`${cluster.prometheus}/api/v1/${path}`)).json();
  const { data } = await ask("rules");
  assert.ok(data.groups.length > 0, "the alerts are loaded");
  const up = await waitUntil(
    "all nodes are up",
    async () => {
      const { data } = await ask("query?query=sum(up)");
      return data.result[0]?.value[1] === "4";
    },
    ANSWERED_WITHIN_MS,
  );
  assert.ok(up);
  const faults = await ask("query?query=sum(closed_loop_inngest_faults)");
  assert.equal(faults.data.result[0]?.value[1], "0");
});
