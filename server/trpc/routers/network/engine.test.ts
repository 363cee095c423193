import assert from "node:assert/strict";
import { test } from "node:test";
import { bindEngineAdmin } from "@/server/domain/engine";
import { engineAdmin } from "@/server/inngest/local/admin";
import { newRecordId } from "@/server/platform/ids";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestInngest, listRunsOf, startTestEngine } from "@/server/testing/engine/engine";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();
bindEngineAdmin(engineAdmin);

const place = { environment: "test" } as const;
const id = newRecordId(new Date());
const WAKES_AT = new Date(Date.now() + 3_600_000);

testOperatorAuthority("engine", {
  "network.engine.get": { call: (portal, at) => portal.network.engine.get(at), others: null },
  "network.engine.runs": { call: (portal, at) => portal.network.engine.runs({ ...at }), others: null },
  "network.engine.replay": {
    call: (portal, at) => portal.network.engine.replay({ ...at, id }),
    others: null,
    outcome: "run_not_changeable",
  },
});

test("a failed run is run again, which is on record, and a sleeping one shows until when it sleeps", async (t) => {
  const inngest = createTestInngest("admin");
  let isBroken = true;
  const fails = inngest.createFunction(
    { id: "fails", triggers: [{ event: "admin/fail" }], retries: 0 },
    async ({ step }) => {
      await step.run("work", () => {
        if (isBroken) throw new Error('broken "badly"');
      });
    },
  );
  const sleeps = inngest.createFunction(
    {
      id: "sleeps",
      triggers: [{ event: "admin/sleep" }],
      cancelOn: [{ event: "admin/wake", match: "data.id" }],
    },
    async ({ step }) => {
      await step.sleepUntil("until attempt 3", WAKES_AT);
    },
  );
  const daily = inngest.createFunction({ id: "daily", triggers: [{ cron: "0 3 * * *" }] }, async () => undefined);
  await startTestEngine(t, inngest, [fails, sleeps, daily]);
  await inngest.send([{ name: "admin/fail" }, { name: "admin/sleep", data: { id: "a delivery" } }]);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const runs = async () => (await portal.network.engine.runs(place)).items;
  const find = async (name: string, state: string) =>
    (await runs()).find((run) => run.name === name && run.state === state);
  const failed = await waitUntil("the failure", () => find("admin-fails", "failed"));
  const sleeping = await waitUntil("the sleep", () => find("admin-sleeps", "sleeping"));
  assert.equal(failed.error, 'broken "badly"');
  assert.deepEqual(
    [sleeping.sleep, sleeping.subject, sleeping.nextAt],
    ["until attempt 3", "a delivery", WAKES_AT.toISOString()],
  );
  await assert.rejects(portal.network.engine.replay({ ...place, id: sleeping.id }), /Only a failed/);
  isBroken = false;
  await portal.network.engine.replay({ ...place, id: failed.id });
  await waitUntil("the replay", () => find("admin-fails", "completed"));
  await inngest.send({ name: "admin/wake", data: { id: "a delivery" } });
  await waitUntil("the end of the sleep", () => find("admin-sleeps", "cancelled"));
  assert.equal((await listRunsOf("admin-sleeps")).length, 1);
  const { embedded } = await portal.network.engine.get(place);
  const functions = embedded?.functions.map(({ name, cron, lastStatus }) => [name, cron, lastStatus]);
  assert.deepEqual(functions, [
    ["admin-daily", "0 3 * * *", null],
    ["admin-fails", null, "completed"],
    ["admin-sleeps", null, "cancelled"],
  ]);
  assert.deepEqual([embedded?.queue.failedToday, embedded?.queue.events], [1, 0]);
  const first = await portal.network.engine.runs({ ...place, limit: 1 });
  const rest = await portal.network.engine.runs({ ...place, cursor: first.next });
  assert.deepEqual([...first.items, ...rest.items], await runs());
  assert.deepEqual([first.total, rest.total], [{ count: 3, isMore: false }, null]);
  const oldest = await portal.network.engine.runs({ ...place, sort: "time", limit: 2 });
  const newer = await portal.network.engine.runs({ ...place, sort: "time", cursor: oldest.next });
  assert.deepEqual([...oldest.items, ...newer.items], (await runs()).toReversed());
  for (const [state, count] of [
    ["all", 2],
    ["failed", 1],
    ["sleeping", 0],
  ] as const) {
    const { items, total } = await portal.network.engine.runs({ ...place, state, function: "admin-fails" });
    assert.deepEqual([items.length, total], [count, { count, isMore: false }], state);
    assert.ok(items.every(({ name }) => name === "admin-fails"));
  }
  const { items } = await portal.network.audit.list({ ...place, action: "run" });
  assert.deepEqual(
    items.map(({ action, subjectId }) => [action, subjectId]),
    [["run.replayed", failed.id]],
  );
});

test("an Inngest elsewhere is named on the page, and nothing can be changed", async () => {
  bindEngineAdmin(null);
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  assert.equal((await portal.network.engine.get(place)).embedded, null);
  assert.deepEqual((await portal.network.engine.runs(place)).items, []);
  await assert.rejects(portal.network.engine.replay({ ...place, id }), /Manage this run there/);
  bindEngineAdmin(engineAdmin);
});
