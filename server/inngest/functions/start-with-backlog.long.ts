import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { wake } from "@/server/domain/wake";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { multiplyDelivery } from "@/server/testing/faults/dead-host";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();
allowLocalhost();

const TENANTS = 5;
const EACH = 200;
const WITHIN_MS = 600_000;

async function count(condition: string): Promise<number> {
  const [row] = await queryTestDatabase<{ count: number }>(
    `SELECT count(*)::int AS count FROM webhook_deliveries WHERE ${condition}`,
  );
  await sleep(250);
  return row?.count ?? 0;
}

async function letTimePass(): Promise<void> {
  await queryTestDatabase(
    `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '90 seconds',
      handed_over_at = handed_over_at - interval '1 hour' WHERE next_attempt_at IS NOT NULL`,
  );
  await queryTestDatabase("UPDATE engine_runs SET run_at = now() WHERE sleep_name IS NOT NULL AND run_at IS NOT NULL");
  await queryTestDatabase("UPDATE engine_schedules SET next_at = now()");
}

test("a start with 1,000 retries that are overdue makes each once, and payments go on meanwhile", async (t) => {
  const receiver = await startReceiver();
  receiver.answerWith(500);
  for (let i = 0; i < TENANTS; i += 1)
    await multiplyDelivery((await createTestDelivery(receiver.url)).deliveryId, EACH - 1);
  const all = TENANTS * EACH;
  // Their next retry is two hours away, so none falls due before the restart.
  await queryTestDatabase(
    "UPDATE webhook_deliveries SET attempt = 3, status = 'failed', response_code = 500, error = 'failed'",
  );
  await t.test("their first attempts fail", async (before) => {
    const began = performance.now();
    await startDeliveries(before);
    wake("deliveries");
    await waitUntil("all first attempts", async () => (await count("attempt = 4")) === all, WITHIN_MS);
    before.diagnostic(`first attempts: ${((performance.now() - began) / 1_000).toFixed(1)} s`);
  });
  await letTimePass();
  receiver.answerWith(200);
  await t.test("after a restart", async (after) => {
    const bystander = await createTestTenant();
    const card = await createTestCard(bystander);
    const [startedAt, cpu, runs] = [
      performance.now(),
      process.cpuUsage(),
      await queryTestDatabase("SELECT 1 FROM engine_runs"),
    ];
    const tries: number[] = [];
    await startDeliveries(after);
    for (let left = all; left > 0; left = await count("status <> 'delivered'")) {
      const askedAt = performance.now();
      await authorize(bystander, card, 1);
      tries.push(performance.now() - askedAt);
      assert.ok(performance.now() - startedAt < WITHIN_MS, `${left} are left`);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const newRuns = (await queryTestDatabase("SELECT 1 FROM engine_runs")).length - runs.length;
    tries.sort((a, b) => a - b);
    after.diagnostic(`${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU, ${newRuns} runs`);
    after.diagnostic(
      `payments: median ${tries[Math.floor(tries.length / 2)]?.toFixed(0)} ms, at most ${tries.at(-1)?.toFixed(0)} ms`,
    );
    assert.equal(receiver.received.length, 2 * all, "each once");
  });
});
