import assert from "node:assert/strict";
import { test } from "node:test";
import { cron } from "inngest";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import {
  createTestInngest,
  listRunsOf,
  serveFunctions,
  startTestEngine,
  TEST_SIGNING_KEY,
  waitForRun,
} from "@/server/testing/engine";
import { waitUntil } from "@/server/testing/wait-until";
import { signBody } from "./signature";
import { sync } from "./sync";

withTestDatabase();

const REFUSED = [
  { options: { throttle: { limit: 1, period: "5s" } }, names: "throttle" },
  { options: { rateLimit: { limit: 1, period: "5s" } }, names: "rateLimit" },
  { options: { debounce: { period: "5s" } }, names: "debounce" },
  { options: { batchEvents: { maxSize: 2, timeout: "5s" } }, names: "batchEvents" },
  { options: { singleton: { mode: "skip" } }, names: "singleton" },
  { options: { priority: { run: "event.data.p" } }, names: "priority" },
  { options: { timeouts: { start: "5s" } }, names: "timeouts" },
  { options: { concurrency: [{ limit: 1 }, { limit: 2, key: "event.data.x" }] }, names: "concurrency" },
  { options: { concurrency: [{ limit: 1, scope: "account", key: "'x'" }] }, names: "concurrency" },
  { options: { concurrency: [{ limit: 1, key: "event.data.x + 'y'" }] }, names: "event.data.x + 'y'" },
  { options: { idempotency: "event.data.x > 3" }, names: "event.data.x > 3" },
  { options: { cancelOn: [{ event: "a/b", timeout: "1h" }] }, names: "cancel.0.timeout" },
  {
    options: { cancelOn: [{ event: "a/b", if: "async.data.x != event.data.x" }] },
    names: "async.data.x != event.data.x",
  },
  { options: { triggers: [{ event: "a/b", if: "event.data.x in [1]" }] }, names: "event.data.x in [1]" },
  { options: { triggers: [{ event: "a/*" }] }, names: "a/*" },
  { options: { triggers: [cron("61 * * * *")] }, names: "61 * * * *" },
  { options: { triggers: [cron("* * * * * *")] }, names: "* * * * * *" },
] as const;

for (const { options, names } of REFUSED) {
  test(`a function that wants ${JSON.stringify(options)} is refused by name`, async (t) => {
    const inngest = createTestInngest("refused");
    const settings = { id: "fn", triggers: [{ event: "a/b" }], ...options } as unknown as {
      id: string;
      triggers: { event: string }[];
    };
    const { appUrl, close } = await serveFunctions(inngest, [inngest.createFunction(settings, async () => null)]);
    t.after(close);
    await assert.rejects(
      sync(appUrl, { signingKey: TEST_SIGNING_KEY, signal: new AbortController().signal }),
      (error: Error) => {
        assert.equal(error.name, "RegistrationError");
        assert.ok(error.message.startsWith("refused-fn: "), error.message);
        assert.ok(error.message.includes(names), error.message);
        return true;
      },
    );
  });
}

test("an engine whose app is refused says so and runs nothing", async (t) => {
  const inngest = createTestInngest("whole");
  const fine = inngest.createFunction({ id: "fine", triggers: [{ event: "whole/go" }] }, async () => null);
  const not = inngest.createFunction(
    { id: "not", triggers: [{ event: "whole/go" }], priority: { run: "1" } },
    async () => null,
  );
  const { refusals, engines } = await startTestEngine(t, inngest, [fine, not], { isRefused: true });
  await waitUntil("the refusal", () => refusals.length === 1);
  assert.match(refusals[0]?.message ?? "", /^whole-not: priority is not implemented here$/);
  await inngest.send({ name: "whole/go", data: {} });
  await Promise.all(engines.map((engine) => engine.stop()));
  assert.deepEqual(await listRunsOf("whole-fine"), []);
});

test("the app answers nobody whose signature is wrong, too old, or missing", async (t) => {
  const inngest = createTestInngest("signed");
  let calls = 0;
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "signed/go" }] }, async () => {
    calls += 1;
  });
  const { appUrl, close } = await serveFunctions(inngest, [fn]);
  t.after(close);
  const event = { name: "signed/go", data: {}, ts: 1 };
  const body = {
    version: 2,
    event,
    events: [event],
    steps: {},
    ctx: { run_id: "r", attempt: 0, stack: { stack: [], current: 0 } },
  };
  const call = async (signingKey: string | null, at = new Date(), method = "POST") => {
    const { text, signature } = signBody(body, signingKey ?? "", at);
    const headers = { "content-type": "application/json", ...(signingKey ? { "x-inngest-signature": signature } : {}) };
    return (await fetch(`${appUrl}?fnId=signed-fn&stepId=step`, { method, headers, body: text })).status;
  };
  assert.equal(await call(`signkey-test-${"cd".repeat(32)}`), 401);
  assert.equal(await call(null), 401);
  assert.equal(await call(null, new Date(), "PUT"), 401);
  assert.equal(await call(TEST_SIGNING_KEY, new Date(Date.now() - 400_000)), 401);
  assert.equal(calls, 0);
  assert.equal(await call(TEST_SIGNING_KEY), 200);
  assert.equal(calls, 1);
});

test("a call that is refused, finds no function or finds nobody burns no attempt", async (t) => {
  const inngest = createTestInngest("away");
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "away/go" }], retries: 0 }, async () => "ran");
  const first = await startTestEngine(t, inngest, [fn]);
  await waitUntil("registration", async () => {
    await inngest.send({ name: "away/go", data: {} });
    return (await waitForRun("away-fn")).output === "ran";
  });
  await Promise.all(first.engines.map((engine) => engine.stop()));
  await queryTestDatabase("DELETE FROM engine_runs");
  const other = createTestInngest("away", `signkey-test-${"cd".repeat(32)}`);
  const wrong = other.createFunction({ id: "fn", triggers: [{ event: "away/go" }], retries: 0 }, async () => "ran");
  const { appUrl, close } = await serveFunctions(other, [wrong]);
  t.after(close);
  const refused = await sync(appUrl, { signingKey: TEST_SIGNING_KEY, signal: new AbortController().signal });
  assert.deepEqual(refused, { reason: "the app answered the sync with 401" });
});
