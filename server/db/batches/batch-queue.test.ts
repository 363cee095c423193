import assert from "node:assert/strict";
import { test } from "node:test";
import { isReadingFromReplica, onReplica } from "@/server/db/pool";
import { withConnection } from "@/server/platform/connection";
import { UnavailableError } from "@/server/platform/unavailable";
import { BatchQueue } from "./batch-queue";

function queueOf(limits: { readonly maxItems: number; readonly maxBatches: number; leastBeside?(): number }) {
  const batches: { readonly items: readonly string[]; end(failure?: Error): void }[] = [];
  const queue = new BatchQueue<string, string>({
    name: "of the test",
    ...limits,
    namesOf: (item) => [item.split(":")[0] ?? ""],
    run: (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          end: (failure) =>
            failure ? reject(failure) : resolve(items.map((value) => ({ status: "fulfilled", value }))),
        });
      }),
  });
  return { queue, batches, left: () => batches.map(({ items }) => items.join(" ")) };
}

test("conflicting entries go in successive batches, in the order of arrival", async () => {
  const batches: (readonly string[])[] = [];
  const queue = new BatchQueue<string, string>({
    name: "of the test",
    maxItems: 9,
    maxBatches: 2,
    namesOf: () => [],
    apartOf: (item) => [item.split(":")[0] ?? ""],
    run: async (items) => {
      batches.push(items);
      return items.map((value) => ({ status: "fulfilled", value }));
    },
  });
  await Promise.all(["a:1", "a:2", "b:1", "a:3", "b:2"].map((name) => queue.ask(name)));
  assert.deepEqual(batches, [["a:1", "b:1"], ["a:2", "b:2"], ["a:3"]]);
});

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("entries of one turn leave together; later ones leave when a batch is back, and not before", async () => {
  const { queue, batches, left } = queueOf({ maxItems: 3, maxBatches: 1 });
  const asked = ["a:1", "b:1", "c:1", "d:1"].map((name) => queue.ask(name));
  await settle();
  asked.push(queue.ask("e:1"));
  await settle();
  assert.deepEqual(left(), ["a:1 b:1 c:1"]);
  batches[0]?.end();
  await settle();
  assert.deepEqual(left(), ["a:1 b:1 c:1", "d:1 e:1"]);
  batches[1]?.end();
  assert.deepEqual(await Promise.all(asked), ["a:1", "b:1", "c:1", "d:1", "e:1"]);
});

test("two batches at once never share a name, and none of that name overtakes another", async () => {
  const { queue, batches, left } = queueOf({ maxItems: 9, maxBatches: 2 });
  const asked = [queue.ask("a:1")];
  await settle();
  asked.push(queue.ask("a:2"), queue.ask("b:1"), queue.ask("a:3"));
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1"]);
  batches[1]?.end();
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1"]);
  batches[0]?.end();
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1", "a:2 a:3"]);
  batches[2]?.end();
  await Promise.all(asked);
});

test("a full enough batch leaves beside one under way, one alone with any, and nobody waits for long", async (t) => {
  // Keeps the queue's 50 ms timer under the test's control.
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { queue, batches, left } = queueOf({ maxItems: 9, maxBatches: 3, leastBeside: () => 3 });
  const asked = [queue.ask("a:1")];
  await settle();
  assert.deepEqual(left(), ["a:1"], "alone it leaves at once");
  asked.push(queue.ask("b:1"), queue.ask("c:1"));
  await settle();
  assert.equal(left().length, 1);
  asked.push(queue.ask("d:1"));
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1 c:1 d:1"]);
  asked.push(queue.ask("e:1"));
  await settle();
  t.mock.timers.tick(49);
  await settle();
  assert.equal(left().length, 2);
  t.mock.timers.tick(1);
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1 c:1 d:1", "e:1"], "though both of the others stand still");
  for (const { end } of batches) end();
  await Promise.all(asked);
});

test("an entry waiting for company leaves with the end of the batch before it", async () => {
  const { queue, batches, left } = queueOf({ maxItems: 9, maxBatches: 3, leastBeside: () => 9 });
  const asked = [queue.ask("a:1")];
  await settle();
  asked.push(queue.ask("b:1"), queue.ask("c:1"));
  await settle();
  batches[0]?.end();
  await settle();
  assert.deepEqual(left(), ["a:1", "b:1 c:1"]);
  batches[1]?.end();
  await Promise.all(asked);
});

test("a wholly failed batch rejects its own, and the next one leaves", async () => {
  const { queue, batches, left } = queueOf({ maxItems: 9, maxBatches: 1 });
  const failed = Promise.allSettled([queue.ask("a:1"), queue.ask("b:1")]);
  await settle();
  const next = queue.ask("a:2");
  batches[0]?.end(new Error("unforeseen"));
  assert.deepEqual(
    (await failed).map(({ status }) => status),
    ["rejected", "rejected"],
  );
  await settle();
  assert.deepEqual(left(), ["a:1 b:1", "a:2"]);
  batches[1]?.end();
  assert.equal(await next, "a:2");
});

test("a batch first asked for by a page on the replica is run on the primary", async () => {
  const queue = new BatchQueue<string, boolean>({
    name: "of the test",
    maxItems: 1,
    maxBatches: 1,
    namesOf: () => [],
    run: async (items) => items.map(() => ({ status: "fulfilled", value: isReadingFromReplica() })),
  });
  const asked = await onReplica(() => Promise.all([queue.ask("of a page"), queue.ask("and what came meanwhile")]));
  assert.deepEqual(asked, [false, false]);
  assert.equal(await onReplica(async () => isReadingFromReplica()), true);
});

test("a page in a shared batch hears as well that something is away", async () => {
  const queue = new BatchQueue<string, string>({
    name: "of the test",
    maxItems: 9,
    maxBatches: 2,
    namesOf: () => [],
    run: async () => {
      throw new UnavailableError("the database is away");
    },
  });
  const heard = new Set<string>();
  const look = (page: string) =>
    withConnection({ remoteAddress: null, onUnavailable: () => heard.add(page) }, () => queue.ask(page));
  const settled = await Promise.allSettled(["one", "other"].map(look));
  assert.ok(settled.every(({ status }) => status === "rejected"));
  assert.deepEqual([...heard].sort(), ["one", "other"]);
});
