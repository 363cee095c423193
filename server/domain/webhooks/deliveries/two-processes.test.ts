import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { compiledProgram } from "@/server/testing/compiled-program";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { deliveriesOf } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();
allowLocalhost();

const WORKER = compiledProgram("server/testing/engine/delivery-worker.ts");

async function runWorker(ids: readonly string[]): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, [WORKER], { env, stdio: ["pipe", "ignore", "inherit"] });
  child.stdin.end(JSON.stringify(ids));
  const [code] = await once(child, "exit");
  assert.equal(code, 0);
}

test("two processes on the same deliveries make each attempt once", async () => {
  const receiver = await startReceiver();
  receiver.answerWith((response) => {
    response.writeHead(receiver.received.length % 3 === 0 ? 500 : 200).end();
  });
  const tenant = await createTestTenant();
  const { row } = await subscribe(tenant, { url: receiver.url, events: ["authorization.approved"] });
  const card = await createTestCard(tenant);
  await Promise.all(Array.from({ length: 60 }, () => authorize(tenant, card, 1)));
  const ids = await deliveriesOf(row.id);
  await Promise.all([runWorker(ids), runWorker(ids)]);
  const arrived = receiver.received.map(({ headers }) => headers["x-svc-delivery"]);
  assert.deepEqual([arrived.length, new Set(arrived).size], [60, 60]);
  const attempts = await queryTestDatabase<{ number: number }>("SELECT number FROM webhook_attempts");
  assert.deepEqual(
    attempts.map(({ number }) => number),
    Array(60).fill(1),
  );
});
