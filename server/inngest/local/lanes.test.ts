import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestDatabase } from "@/server/testing/database";
import { createTestInngest, listRunsOf, startTestEngine, waitForRun } from "@/server/testing/engine/engine";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

function createHanging(inngest: ReturnType<typeof createTestInngest>, id: string) {
  let letGo: () => void = () => undefined;
  let running = 0;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const fn = inngest.createFunction({ id, triggers: [{ event: `${id}/go` }] }, async () => {
    running += 1;
    await gone;
  });
  const start = (count: number) => inngest.send(Array.from({ length: count }, () => ({ name: `${id}/go`, data: {} })));
  return { fn, start, letGo: () => letGo(), running: () => running };
}

test("a function with slots of its own fills those and no others, and is not kept waiting by the others", async (t) => {
  const inngest = createTestInngest("lanes");
  const [own, shared] = [createHanging(inngest, "own"), createHanging(inngest, "shared")];
  const quick = inngest.createFunction({ id: "quick", triggers: [{ event: "quick/go" }] }, () => "over");
  await startTestEngine(t, inngest, [own.fn, shared.fn, quick], { ownSlots: new Map([["lanes-own", 3]]) });
  t.after(() => [own, shared].map(({ letGo }) => letGo()));
  await own.start(10);
  await waitUntil("all slots of its own to be taken", () => own.running() === 3);
  await inngest.send({ name: "quick/go", data: {} });
  assert.equal((await waitForRun("lanes-quick")).status, "completed");
  await shared.start(70);
  await waitUntil("all shared slots to be taken", () => shared.running() === 64);
  own.letGo();
  await waitUntil("the others of its own to run", () => own.running() === 10);
  assert.equal(shared.running(), 64);
  shared.letGo();
  await waitUntil(
    "all runs",
    async () => (await listRunsOf("lanes-shared")).every(({ status }) => status === "completed"),
    120_000,
  );
});
