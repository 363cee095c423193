import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { getPrisma } from "@/server/db/prisma";
import { importStatement } from "@/server/domain/bank-statements";
import { startBulkJob } from "@/server/domain/bulk-jobs";
import { bindJobQueue } from "@/server/domain/long-jobs";
import { wake } from "@/server/domain/wake";
import { replayEvents } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { assertBalance } from "@/server/testing/books";
import { allowLocalhost, startReceiver } from "@/server/testing/clients/receiver";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { listRunsOf, waitForRun } from "@/server/testing/engine/engine";
import { startDeliveries } from "@/server/testing/engine/webhook-engine";
import { authorize, capture } from "@/server/testing/factories/authorization-steps";
import { staffCaller, tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { createTestReportFile } from "@/server/testing/report-files";
import { waitUntil } from "@/server/testing/wait-until";
import { inngest } from "../client";
import { checkAsked } from "../events";
import { jobQueue, LONG_JOBS } from "../long-jobs";
import { functions } from ".";

// Shortens the waits between attempts from hours to seconds.
process.env.WEBHOOK_RETRY_DIVISOR = "3600";
withTestDatabase({ isApp: true });
allowLocalhost();

async function startProduct(t: TestContext): Promise<void> {
  t.after(() => {
    bindJobQueue([], null);
  });
  await startDeliveries(t);
  bindJobQueue(LONG_JOBS, jobQueue);
}

const APP = "closed-loop";

const ALL_STARTED_MS = 60_000;

/**
 * Makes these schedules due as if a night had passed, and earlier than the per-minute ones left by the previous test: the
 * longest overdue starts first.
 */
async function makeDue(jobs: readonly string[]): Promise<void> {
  const ids = jobs.map((id) => `${APP}-${id}`);
  await waitUntil("the schedules", async () => {
    const rows = await queryTestDatabase("SELECT function_id FROM engine_schedules WHERE function_id = ANY($1)", [ids]);
    return rows.length === jobs.length;
  });
  await queryTestDatabase(
    "UPDATE engine_schedules SET next_at = now() - interval '1 hour' WHERE function_id = ANY($1)",
    [ids],
  );
}

interface Drive {
  /** What the function does step by step, by the names of its steps; a pattern, as some depend on what is due when. */
  readonly steps: RegExp;
  readonly start: (tenant: TestTenant) => Promise<unknown>;
}

const BY_CLOCK: Drive["steps"] = /^[a-z-]+$/;
/** A part also ends after two seconds, so a slow machine makes more of them. */
const PARTS: Drive["steps"] = /^part 1, part 2, part 3(, part \d+)*$/;

/** Each function that no clock starts: how it begins, and the steps of its run, past the second where there are more. */
const DRIVES: Readonly<Record<string, Drive>> = {
  "answer-check": {
    steps: /^answer$/,
    start: () => inngest.send(checkAsked.create({ nonce: newRecordId(now()) })),
  },
  "deliver-webhook": {
    steps: /^$/,
    start: async (tenant) => createTestDelivery((await startReceiver()).url, tenant),
  },
  "do-bulk-job": {
    steps: PARTS,
    start: (tenant) => {
      const ids = Array.from({ length: 201 }, () => newRecordId(now()));
      return startBulkJob(
        { ...staffCaller(tenant), role: "admin" },
        { act: "close_disputes", subjectId: null, ids },
        null,
      );
    },
  },
  "do-bank-statement": {
    steps: PARTS,
    start: async () => {
      const operator = await createTestOperator();
      await setTestBankAccount(operator);
      const lines = Array.from({ length: 4_001 }, (_, index) => ({ amount: 1, reference: `Line ${index}` }));
      return importStatement(operator, { text: camtOf({ lines }), bankAccountId: null }, null);
    },
  },
  "do-report": {
    steps: /^until it may start, part 1$/,
    start: async (tenant) => {
      bindJobQueue([], null);
      const { id } = await createTestReportFile(tenant);
      await queryTestDatabase("UPDATE report_files SET begins_at = now() + interval '2 seconds' WHERE id = $1", [id]);
      bindJobQueue(LONG_JOBS, jobQueue);
    },
  },
  "do-replay": {
    steps: /^part 1, (.*, )?rest after part \d+, part \d+(, .*)?$/,
    start: startHeldUpReplay,
  },
  "do-sandbox-jump": {
    steps: /^part 1$/,
    start: async ({ id: tenantId }) => {
      await getPrisma().sandboxClock.create({ data: { tenantId, aheadMs: 0n } });
      const [fromAt, toAt] = [now(), new Date(now().getTime() + 3_600_000)];
      const jump = { id: newRecordId(fromAt), tenantId, askedAs: "a request", askedAt: fromAt, fromAt, toAt };
      await getPrisma().sandboxJump.create({ data: jump });
      wake("jobs");
    },
  },
  "retry-webhook": {
    steps: /^(until attempt 2, )?attempt 2, until attempt 3, attempt 3, until attempt 4, attempt 4$/,
    start: async (tenant) => {
      const receiver = await startReceiver();
      receiver.answerWith((response) => response.writeHead(receiver.received.length < 4 ? 500 : 200).end());
      await createTestDelivery(receiver.url, tenant);
    },
  },
};

/** Sends to a receiver that answers nothing until the replay rests, and ends that rest. */
async function startHeldUpReplay(tenant: TestTenant): Promise<void> {
  const receiver = await startReceiver();
  const card = await createTestCard(tenant, { fundsMinor: 1_000_00n });
  for (let made = 0; made < 60; made += 1) await authorize(tenant, card, 1);
  const { row } = await subscribe(tenant, { url: receiver.url, events: ["authorization.approved"] });
  const held: (() => void)[] = [];
  receiver.answerWith((response) => void held.push(() => response.end("ok")));
  const span = { since: null, until: null, types: null, isPreview: false };
  await replayEvents(tenantCaller(tenant), { subscriptionId: row.id, ...span, statuses: ["missed"] }, null);
  await waitUntil("the replay to rest", async () => {
    const rests = "function_id = $1 AND sleep_name IS NOT NULL";
    return (await queryTestDatabase(`SELECT 1 FROM engine_runs WHERE ${rests}`, [`${APP}-do-replay`])).length > 0;
  });
  receiver.answerWith(200);
  for (const answer of held) answer();
  await queryTestDatabase("UPDATE engine_runs SET run_at = now() WHERE function_id = $1 AND sleep_name IS NOT NULL", [
    `${APP}-do-replay`,
  ]);
}

/** The steps of the longest run of a function. */
async function stepsOf(functionId: string): Promise<string> {
  const rows = await queryTestDatabase<{ steps: string }>("SELECT steps FROM engine_runs WHERE function_id = $1", [
    functionId,
  ]);
  const steps = rows.map((row) => (JSON.parse(row.steps) as { name: string }[]).map(({ name }) => name));
  return (steps.sort((a, b) => b.length - a.length)[0] ?? []).join(", ");
}

test("the embedded engine runs every function of the product, past its second step and to its end", async (t) => {
  await seedSandbox();
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { recordId: overdue } = await authorize(tenant, card, 10);
  await capture(tenant, (await authorize(tenant, card, 20)).recordId);
  await queryTestDatabase("UPDATE authorizations SET expires_at = now() - interval '1 hour' WHERE id = $1", [overdue]);
  await queryTestDatabase("UPDATE idempotency_keys SET created_at = now() - interval '31 days'");
  const { _max: last } = await getPrisma().entry.aggregate({ _max: { id: true } });
  await startProduct(t);
  const isByClock = ({ opts }: (typeof functions)[number]) =>
    (opts.triggers as readonly object[]).some((trigger) => "cron" in trigger);
  await makeDue(functions.filter(isByClock).map((fn) => fn.id()));
  for (const fn of functions) {
    if (isByClock(fn)) continue;
    const drive = DRIVES[fn.id()];
    assert.ok(drive, `${fn.id()} is not driven by this test: say how it starts, and which steps it goes through`);
    await drive.start(await createTestTenant());
  }
  for (const fn of functions) {
    const run = await waitForRun(fn.id(APP), ALL_STARTED_MS);
    assert.equal(run.status, "completed", `${fn.id()}: ${JSON.stringify(run.output)}`);
    assert.match(await stepsOf(fn.id(APP)), DRIVES[fn.id()]?.steps ?? BY_CLOCK, fn.id());
  }
  await assertBalance(card.accountId, { postedMinor: 980_00n, heldMinor: 0n });
  assert.equal(await getPrisma().entry.count({ where: { isFolded: false, id: { lte: last.id ?? 0n } } }), 0);
  // Nightly jobs never remove responses kept for replays.
  assert.equal(await getPrisma().idempotencyKey.count({ where: { body: null } }), 0);
});

test("a breach of the books fails the nightly proof by name", async (t) => {
  const [account] = await getPrisma().account.findMany({ where: { kind: "member" }, take: 1 });
  await queryTestDatabase("UPDATE accounts SET held_minor = held_minor + 7 WHERE id = $1", [account?.id]);
  await queryTestDatabase("DELETE FROM engine_runs");
  await startProduct(t);
  await makeDue(["prove-books"]);
  const run = await waitForRun("closed-loop-prove-books");
  assert.equal(run.status, "failed");
  assert.match((run.output as { message: string }).message, /a member’s held balance equals its open holds/);
  assert.equal((await listRunsOf("closed-loop-prove-books")).length, 1);
});
