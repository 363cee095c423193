import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";
import { listRuns, type RunState, replayRun } from "./admin";

withTestDatabase();

test("runs are listed by what they are doing, page by page, and one that failed can be run again", async (t) => {
  const inngest = createTestInngest("runs");
  let isBroken = true;
  const fails = inngest.createFunction(
    { id: "fails", triggers: [{ event: "runs/fail" }], retries: 0 },
    async ({ event, step }) => {
      return await step.run("work", () => {
        if (isBroken) throw new Error("broken");
        return event.data;
      });
    },
  );
  const retries = inngest.createFunction({ id: "retries", triggers: [{ event: "runs/retry" }] }, async () => {
    throw new Error("again and again");
  });
  const sleeps = inngest.createFunction({ id: "sleeps", triggers: [{ event: "runs/sleep" }] }, async ({ step }) => {
    await step.sleepUntil("long", new Date(Date.now() + 3_600_000));
  });
  await startTestEngine(t, inngest, [fails, retries, sleeps]);
  await inngest.send([1, 2, 3].map((n) => ({ name: "runs/fail", data: { n } })));
  await inngest.send([{ name: "runs/retry" }, { name: "runs/sleep" }]);
  const page = async (state: RunState) =>
    (await listRuns({ functionId: null, state, limit: 10 })).map(({ functionId }) => functionId);
  await waitUntil("all states", async () => {
    const [failed, retrying, sleeping] = [await page("failed"), await page("retrying"), await page("sleeping")];
    return failed.length === 3 && retrying.length === 1 && sleeping.length === 1;
  });
  assert.deepEqual([await page("retrying"), await page("sleeping")], [["runs-retries"], ["runs-sleeps"]]);
  assert.deepEqual(await page("running"), ["runs-retries"]);
  const [sleeping] = await listRuns({ functionId: null, state: "sleeping", limit: 1 });
  assert.equal(sleeping?.sleep, "long");
  assert.ok((sleeping?.nextAt?.getTime() ?? 0) > Date.now() + 3_500_000);
  const firstPage = await listRuns({ functionId: null, state: "failed", limit: 2 });
  const chosen = [firstPage[1]?.id ?? "", "none"];
  assert.deepEqual(await listRuns({ functionId: null, state: "failed", limit: 2, only: chosen }), firstPage.slice(1));
  assert.deepEqual(await listRuns({ functionId: null, state: "completed", limit: 2, only: chosen }), []);
  const rest = await listRuns({ functionId: null, state: "failed", limit: 2, after: firstPage[1]?.id });
  assert.equal(new Set([...firstPage, ...rest].map(({ id }) => id)).size, 3);
  const [failed] = await listRunsOf("runs-fails");
  isBroken = false;
  assert.equal(await replayRun(failed?.id ?? ""), true);
  assert.equal(await replayRun(sleeping?.id ?? ""), false);
  assert.equal(await replayRun("NoSuchRun00000001"), false);
  const completed = await waitUntil("the replay", async () =>
    (await listRunsOf("runs-fails")).find(({ status }) => status === "completed"),
  );
  const [first] = await queryTestDatabase<{ event: string }>("SELECT event FROM engine_runs WHERE id = $1", [
    failed?.id,
  ]);
  assert.deepEqual(
    [completed.output, await page("completed")],
    [(JSON.parse(first?.event ?? "") as { data: object }).data, ["runs-fails"]],
    "for the same event",
  );
  assert.equal((await waitForRun("runs-fails")).status, "failed", "the first one stays what it was");
});
