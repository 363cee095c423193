import assert from "node:assert/strict";
import { test } from "node:test";
import { Turns } from "./turns";

test("so many at a time, the others in the order in which they came, also after one that failed", async () => {
  const turns = new Turns(() => 2);
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) =>
    turns.take(() => {
      begun.push(name);
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name)));
      });
    });
  const [a, b, c, d] = ["a", "b", "c", "d"].map(work);
  assert.deepEqual(begun, ["a", "b"]);
  ends.get("b")?.(new Error("b failed"));
  await assert.rejects(b ?? Promise.resolve(), /b failed/);
  assert.deepEqual(begun, ["a", "b", "c"]);
  for (const name of ["a", "c"]) ends.get(name)?.();
  assert.deepEqual(await Promise.all([a, c]), ["a", "c"]);
  assert.deepEqual(begun, ["a", "b", "c", "d"]);
  ends.get("d")?.();
  assert.equal(await d, "d");
});
