import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

const IN_AN_HOUR = new Date(Date.now() + 3_600_000);

const untilAsleep = (functionId: string, count: number, which = "") =>
  waitUntil(`${count} to sleep`, async () => {
    const asleep = await queryTestDatabase(
      `SELECT 1 FROM engine_runs WHERE function_id = $1 AND sleep_name IS NOT NULL AND status = 'running' ${which}`,
      [functionId],
    );
    return asleep.length === count;
  });

test("cancelOn ends a sleeping run that it matches, and no other", async (t) => {
  const inngest = createTestInngest("cancel");
  const fn = inngest.createFunction(
    { id: "sleeper", triggers: [{ event: "cancel/go" }], cancelOn: [{ event: "cancel/stop", match: "data.id" }] },
    async ({ event, step }) => {
      await step.sleepUntil("long", IN_AN_HOUR);
      return `${event.data.id} awake`;
    },
  );
  await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "cancel/stop", data: { id: "ended" } });
  await inngest.send(["ended", "kept"].map((id) => ({ name: "cancel/go", data: { id } })));
  await untilAsleep("cancel-sleeper", 2);
  await inngest.send([
    { name: "cancel/stop", data: {} },
    { name: "cancel/stop", data: { id: "ended" } },
  ]);
  await untilAsleep("cancel-sleeper", 1);
  await queryTestDatabase("UPDATE engine_runs SET run_at = now() WHERE run_at IS NOT NULL");
  await waitUntil("both ends", async () =>
    (await listRunsOf("cancel-sleeper")).every((run) => run.status !== "running"),
  );
  const ends = (await listRunsOf("cancel-sleeper")).map(({ status, output }) => [status, output]);
  assert.deepEqual(ends.sort(), [
    ["cancelled", null],
    ["completed", "kept awake"],
  ]);
});

test("a starting event ends the run before, not its own; sent again with its id, it does nothing", async (t) => {
  const inngest = createTestInngest("replace");
  const fn = inngest.createFunction(
    { id: "fn", triggers: [{ event: "replace/go" }], cancelOn: [{ event: "replace/go", match: "data.id" }] },
    async ({ event, step }) => {
      await step.sleepUntil("long", IN_AN_HOUR);
      return event.data.n;
    },
  );
  await startTestEngine(t, inngest, [fn]);
  const go = (n: number) => ({ name: "replace/go", data: { id: "one", n }, id: `one ${n}` });
  await inngest.send(go(1));
  await untilAsleep("replace-fn", 1);
  await inngest.send([go(2), go(3)]);
  await untilAsleep("replace-fn", 1, "AND event::jsonb -> 'data' ->> 'n' = '3'");
  await inngest.send(go(3));
  await waitUntil(
    "all to be routed",
    async () => (await queryTestDatabase("SELECT 1 FROM engine_events WHERE NOT is_routed")).length === 0,
  );
  await queryTestDatabase("UPDATE engine_runs SET run_at = now() WHERE run_at IS NOT NULL");
  const completed = await waitUntil("its end", async () =>
    (await listRunsOf("replace-fn")).find(({ status }) => status === "completed"),
  );
  assert.equal(completed.output, 3);
  const others = (await listRunsOf("replace-fn")).filter(({ id }) => id !== completed.id);
  assert.ok(others.length > 0 && others.every(({ status }) => status === "cancelled"));
});

test("a late answer of a cancelled run's call is dropped", async (t) => {
  const inngest = createTestInngest("dropped");
  let isAllowed = false;
  let calls = 0;
  const fn = inngest.createFunction(
    { id: "slow", triggers: [{ event: "dropped/go" }], cancelOn: [{ event: "dropped/stop", match: "data.id" }] },
    async ({ step }) => {
      await step.run("slow", async () => {
        calls += 1;
        await waitUntil("permission", () => isAllowed);
      });
      return "done";
    },
  );
  const { engines } = await startTestEngine(t, inngest, [fn]);
  await inngest.send({ name: "dropped/go", data: { id: 1 } });
  await waitUntil("the call", () => calls === 1);
  await inngest.send({ name: "dropped/stop", data: { id: 1 } });
  const run = await waitForRun("dropped-slow");
  isAllowed = true;
  await Promise.all(engines.map((engine) => engine.stop()));
  assert.equal(run.status, "cancelled");
  const [row] = await queryTestDatabase<{ steps: string }>("SELECT steps FROM engine_runs WHERE id = $1", [run.id]);
  assert.equal(row?.steps, "[]");
});
