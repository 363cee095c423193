import assert from "node:assert/strict";
import { test } from "node:test";
import { cron } from "inngest";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import {
  type Between,
  createTestInngest,
  listRunsOf,
  serveFunctions,
  startTestEngine,
  TEST_SIGNING_KEY,
} from "@/server/testing/engine/engine";
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
  { options: { concurrency: 1 }, names: "concurrency" },
  { options: { idempotency: "event.data.x" }, names: "idempotency" },
  { options: { cancelOn: [{ event: "a/b" }] }, names: "cancel.0.if" },
  { options: { cancelOn: [{ event: "a/b", match: "data.x", timeout: "1h" }] }, names: "cancel.0.timeout" },
  {
    options: { cancelOn: [{ event: "a/b", if: "async.data.x != event.data.x" }] },
    names: "async.data.x != event.data.x",
  },
  {
    options: {
      cancelOn: [
        { event: "a/b", match: "data.x" },
        { event: "a/c", match: "data.y" },
      ],
    },
    names: "paths that differ",
  },
  { options: { onFailure: async () => null }, names: "triggers.0.expression" },
  { options: { triggers: [{ event: "a/b", if: "event.data.x == 1" }] }, names: "triggers.0.expression" },
  { options: { triggers: [{ event: "inngest/function.failed" }] }, names: "inngest/function.failed" },
  { options: { triggers: [{ event: "a/*" }] }, names: "a/*" },
  { options: { triggers: [cron("61 * * * *")] }, names: "61 * * * *" },
  { options: { triggers: [cron("* * * * * *")] }, names: "* * * * * *" },
] as const;

for (const { options, names } of REFUSED) {
  test(`a function with ${JSON.stringify(options)} is refused by name`, async (t) => {
    const inngest = createTestInngest("refused");
    const settings = { id: "fn", triggers: [{ event: "a/b" }], ...options } as unknown as {
      id: string;
      triggers: { event: string }[];
    };
    const { appUrl, close } = await serveFunctions(inngest, [inngest.createFunction(settings, async () => null)]);
    t.after(close);
    await assert.rejects(
      sync({ appUrl }, { signingKey: TEST_SIGNING_KEY, signal: new AbortController().signal }),
      (error: Error) => {
        assert.equal(error.name, "RegistrationError");
        assert.ok(/^refused-fn(-failure)?: /.test(error.message), error.message);
        assert.ok(error.message.includes(names), error.message);
        return true;
      },
    );
  });
}

test("an engine with a refused app says so and runs nothing", async (t) => {
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

test("the app answers no one whose signature is wrong, too old, or missing", async (t) => {
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

test("a refused call, a proxy's page, and an app without the function burn no attempt", async (t) => {
  const inngest = createTestInngest("away");
  const attempts: number[] = [];
  const fn = inngest.createFunction({ id: "fn", triggers: [{ event: "away/go" }], retries: 0 }, async ({ attempt }) =>
    attempts.push(attempt),
  );
  const obstacles: Between[] = [
    async () => Response.json({ message: "Unauthorized" }, { status: 401 }),
    async () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    async () => new Response("<h1>Welcome</h1>"),
    async (request, handle) => handle(new Request(request.url.replace("away-fn", "away-renamed"), request)),
  ];
  const met: number[] = [];
  const between: Between = async (request, handle) => {
    const obstacle = request.method === "POST" ? obstacles.shift() : undefined;
    const response = await (obstacle ?? ((_, pass) => pass(request)))(request, handle);
    met.push(response.status);
    return response;
  };
  await startTestEngine(t, inngest, [fn], { between });
  await inngest.send({ name: "away/go", data: {} });
  const run = await waitUntil("the run, without the waits between its calls", async () => {
    await queryTestDatabase(
      "UPDATE engine_runs SET run_at = now() WHERE function_id = 'away-fn' AND lease_token IS NULL AND run_at IS NOT NULL",
    );
    return (await listRunsOf("away-fn")).find(({ status }) => status !== "running");
  });
  assert.deepEqual([run.status, attempts, met], ["completed", [0], [200, 401, 502, 200, 500, 206]]);
});

test("an app not listening, or without the key, is away and nothing worse", async (t) => {
  const { appUrl, close } = await serveFunctions(createTestInngest("key", `signkey-test-${"cd".repeat(32)}`), []);
  const options = { signingKey: TEST_SIGNING_KEY, signal: new AbortController().signal };
  assert.deepEqual(await sync({ appUrl }, options), { reason: "the app answered the sync with 401" });
  await close();
  const refused = await sync({ appUrl }, options);
  assert.ok("reason" in refused && /ECONNREFUSED/.test(refused.reason));
  t.diagnostic(refused.reason);
});
