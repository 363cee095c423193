import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type TestContext, test } from "node:test";
import { getRequestListener } from "@hono/node-server";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { getEmbeddedKeys } from "@/server/inngest/keys";
import { Engine } from "@/server/inngest/local/engine";
import { handleInngest } from "@/server/inngest/mount";
import { assertBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { listRunsOf, waitForRun } from "@/server/testing/engine/engine";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";
import { jobFunctions } from "./jobs";

withTestDatabase({ isApp: true });

async function startProduct(t: TestContext): Promise<void> {
  const server = createServer(getRequestListener(handleInngest, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const refusals: Error[] = [];
  const engine = new Engine({
    appUrl: `http://127.0.0.1:${port}/api/inngest`,
    signingKey: getEmbeddedKeys().signingKey,
    onRefused: (error) => refusals.push(error),
  });
  engine.start();
  t.after(async () => {
    await engine.stop();
    server.closeAllConnections();
    server.close();
    assert.deepEqual(refusals, []);
  });
}

const ALL_STARTED_MS = 60_000;

/**
 * Makes these schedules due as if a night had passed, and earlier than the per-minute ones left by the previous test: the
 * longest overdue starts first.
 */
async function makeDue(passed: typeof jobFunctions): Promise<void> {
  const ids = passed.map((fn) => fn.id("closed-loop"));
  await waitUntil("the schedules", async () => {
    const rows = await queryTestDatabase("SELECT function_id FROM engine_schedules WHERE function_id = ANY($1)", [ids]);
    return rows.length === passed.length;
  });
  await queryTestDatabase(
    "UPDATE engine_schedules SET next_at = now() - interval '1 hour' WHERE function_id = ANY($1)",
    [ids],
  );
}

test("the embedded engine runs every job of the service, and each does its work", async (t) => {
  await seedSandbox();
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: overdue } = await authorize(tenant, card, 10);
  await capture(tenant, (await authorize(tenant, card, 20)).recordId);
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() - interval '1 hour' WHERE id = $1", [overdue]);
  await queryTestDatabase("UPDATE idempotency_keys SET created_at = now() - interval '31 days'");
  await startProduct(t);
  await makeDue(jobFunctions);
  for (const fn of jobFunctions) {
    const run = await waitForRun(fn.id("closed-loop"), ALL_STARTED_MS);
    assert.deepEqual([run.functionId, run.status], [fn.id("closed-loop"), "completed"], JSON.stringify(run.output));
  }
  await assertBalance(card.accountId, { postedMinor: 980_00n, heldMinor: 0n });
  assert.equal(await getPrisma().entry.count({ where: { isFolded: false } }), 0);
  // Nightly jobs never remove responses kept for replays.
  assert.equal(await getPrisma().idempotencyKey.count({ where: { body: null } }), 0);
});

test("a breach of the books fails the nightly proof by name", async (t) => {
  const [account] = await getPrisma().account.findMany({ where: { kind: "member" }, take: 1 });
  await queryTestDatabase("UPDATE accounts SET held_minor = held_minor + 7 WHERE id = $1", [account?.id]);
  await queryTestDatabase("DELETE FROM engine_runs");
  await startProduct(t);
  await makeDue(jobFunctions.filter((fn) => fn.id() === "prove-books"));
  const run = await waitForRun("closed-loop-prove-books");
  assert.equal(run.status, "failed");
  assert.match((run.output as { message: string }).message, /a member’s held balance equals its open holds/);
  assert.equal((await listRunsOf("closed-loop-prove-books")).length, 1);
});
