import assert from "node:assert/strict";
import { test } from "node:test";
import { lookUpTogether } from "./batch-queue";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("simultaneous reads are one, and none is answered by a read that began before it was asked", async () => {
  const reads: { readonly asked: readonly string[]; end(): void }[] = [];
  let version = 1;
  const find = lookUpTogether("texts", async (asked: readonly string[]) => {
    const read = version;
    await new Promise<void>((end) => reads.push({ asked, end }));
    return asked.map((name) => `${name} ${read}`);
  });
  const early = ["a", "b", "a"].map(find);
  await nextTurn();
  // A commit during the read: look-ups asked from now on must see it.
  version = 2;
  const late = ["a", "c"].map(find);
  await nextTurn();
  assert.deepEqual(
    reads.map(({ asked }) => asked),
    [
      ["a", "b", "a"],
      ["a", "c"],
    ],
  );
  for (const { end } of reads) end();
  assert.deepEqual(await Promise.all(early), ["a 1", "b 1", "a 1"]);
  assert.deepEqual(await Promise.all(late), ["a 2", "c 2"]);
});

test("a failed read fails for those who asked for it, and the next ones are read again", async () => {
  let isAway = true;
  const find = lookUpTogether("texts", async (asked: readonly string[]) => {
    if (isAway) throw new Error("away");
    return asked;
  });
  const failed = await Promise.allSettled(["a", "b"].map(find));
  assert.deepEqual(
    failed.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  isAway = false;
  assert.equal(await find("a"), "a");
});

test("an unreadable one fails alone", async () => {
  const find = lookUpTogether("texts", async (asked: readonly string[]) => {
    if (asked.includes("bad")) throw new Error("can't be read");
    return asked;
  });
  const settled = await Promise.allSettled(["a", "b", "bad", "c", "d"].map(find));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
});
