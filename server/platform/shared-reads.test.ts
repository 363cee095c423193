import assert from "node:assert/strict";
import { test } from "node:test";
import { SharedReads } from "./shared-reads";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function stage() {
  let at = 0;
  const sleeping: { readonly until: number; wake(): void }[] = [];
  const shared = new SharedReads<string>({
    now: () => at,
    sleep: (ms) => new Promise<void>((wake) => sleeping.push({ until: at + ms, wake })),
  });
  const reads: { readonly of: string; end(value: string): void; fail(error: Error): void }[] = [];
  return {
    reads,
    ask: (of: string) =>
      shared.read("overview", () => new Promise<string>((end, fail) => reads.push({ of, end, fail }))),
    other: () => shared.read("other", async () => "other"),
    move: async (ms: number) => {
      at += ms;
      for (const { until, wake } of sleeping) if (until <= at) wake();
      await turn();
    },
  };
}

test("a caller during a read shares the next, which begins after a pause", async () => {
  const { ask, reads, move } = stage();
  const [a, b] = [ask("a"), ask("b")];
  await turn();
  await move(10);
  assert.deepEqual(
    reads.map(({ of }) => of),
    ["a"],
  );
  const [c, d] = [ask("c"), ask("d")];
  await move(10);
  reads[0]?.end("first");
  assert.deepEqual(await Promise.all([a, b]), ["first", "first"]);
  await move(79);
  assert.equal(reads.length, 1);
  await move(1);
  assert.deepEqual(
    reads.map(({ of }) => of),
    ["a", "c"],
  );
  const late = ask("e");
  reads[1]?.end("second");
  assert.deepEqual(await Promise.all([c, d]), ["second", "second"]);
  await move(1);
  reads[2]?.end("third");
  assert.equal(await late, "third");
});

test("no pause is longer than two seconds, and things of other names wait for none", async () => {
  const { ask, other, reads, move } = stage();
  const first = ask("a");
  await turn();
  await move(60_000);
  reads[0]?.end("first");
  await first;
  const second = ask("b");
  assert.equal(await other(), "other");
  await move(1_999);
  assert.equal(reads.length, 1);
  await move(1);
  reads[1]?.end("second");
  assert.equal(await second, "second");
});

test("a failed read fails for those who shared it, and the next is read anew", async () => {
  const { ask, reads, move } = stage();
  const failed = Promise.allSettled([ask("a"), ask("b")]);
  await move(1);
  reads[0]?.fail(new Error("away"));
  assert.deepEqual(
    (await failed).map(({ status }) => status),
    ["rejected", "rejected"],
  );
  const next = ask("c");
  await move(10);
  reads[1]?.end("there again");
  assert.equal(await next, "there again");
});
