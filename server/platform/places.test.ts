import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlaces } from "./places";

/** Work that lasts until it is ended, and the order in which it began. */
function startWork() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.push(() => resolve(name));
    });
  return { begun, ends, work };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("no more are under way than there are places, and work of another key has the next but one", async () => {
  const take = openPlaces(2);
  const { begun, ends, work } = startWork();
  const all = ["a1", "a2", "a3", "a4", "a5", "b1"].map((name) => take(name.slice(0, 1), work(name)));
  await settle();
  assert.deepEqual(begun, ["a1", "a2"]);
  for (let i = 0; i < 6; i += 1) {
    ends[i]?.();
    await settle();
  }
  assert.deepEqual(begun, ["a1", "a2", "a3", "b1", "a4", "a5"]);
  assert.deepEqual(await Promise.all(all), ["a1", "a2", "a3", "a4", "a5", "b1"]);
});

test("what fails gives its place back", async () => {
  const take = openPlaces(1);
  await assert.rejects(
    take("a", () => Promise.reject(new Error("no"))),
    /no/,
  );
  assert.equal(await take("a", async () => "yes"), "yes");
});
