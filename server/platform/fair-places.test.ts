import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { FairPlaces, type Holder } from "./fair-places";
import { UnavailableError } from "./unavailable";

const of = (group: string, key = ""): Holder => [group, key];

function startWork(places: FairPlaces) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string, holder: Holder) =>
    places.run(holder, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    ends.shift()?.();
    await turn();
  };
  return { begun, begin, endOne };
}

test("the next place goes to the group that has the fewest, and within it to the key that has the fewest", async () => {
  const { begun, begin, endOne } = startWork(new FairPlaces({ places: () => 2 }));
  const asked: (readonly [string, Holder])[] = [
    ...["a1", "a2", "a3", "a4"].map((name) => [name, of("a", "one")] as const),
    ["a5", of("a", "two")],
    ["b1", of("b")],
    ["c1", of("c")],
  ];
  const all = asked.map(([name, holder]) => begin(name, holder));
  await turn();
  assert.deepEqual(begun, ["a1", "a2"]);
  for (let i = 0; i < asked.length; i += 1) await endOne();
  assert.deepEqual(begun, ["a1", "a2", "b1", "c1", "a5", "a3", "a4"]);
  await Promise.all(all);
});

test("failing work gives its place back", async () => {
  const places = new FairPlaces({ places: () => 1 });
  await assert.rejects(
    places.run(of("a"), async () => {
      throw new Error("a fault");
    }),
    /a fault/,
  );
  assert.equal(await places.run(of("a"), async () => "done"), "done");
});

test("a key with its room full is refused, and so is one more key than may wait; others are not", async () => {
  let refusals = 0;
  const places = new FairPlaces({ places: () => 1, mostOfKey: () => 3, mostKeys: 2, onRefused: () => (refusals += 1) });
  const { begun, begin, endOne } = startWork(places);
  const all = ["a1", "a2", "a3"].map((name) => begin(name, of("a")));
  await assert.rejects(begin("a4", of("a")), UnavailableError);
  all.push(begin("b1", of("b")));
  await assert.rejects(begin("c1", of("c")), UnavailableError);
  assert.equal(refusals, 2);
  for (let i = 0; i < 4; i += 1) await endOne();
  assert.deepEqual(begun, ["a1", "b1", "a2", "a3"]);
  await Promise.all(all);
});

interface Load {
  readonly perSecond: number;
  readonly ms: number;
  readonly stands?: { readonly from: number; readonly until: number };
}

/** Simulates serving 1,750 requests per second. Returns each request's wait and the number refused. */
async function serve(t: { mock: { method(on: object, name: string, by: () => number): unknown } }, load: Load) {
  let at = 10_000;
  t.mock.method(performance, "now", () => at);
  const places = new FairPlaces({ places: () => 96, mostOfKey: () => 192, leastOfKey: () => 96 });
  const waits: number[] = [];
  const under: (() => void)[] = [];
  let [refused, due, credit, open] = [0, 0, 0, 0];
  const ask = () => {
    const began = at;
    open += 1;
    places
      .run(of("crowd"), () => new Promise<void>((end) => under.push(end)))
      .then(() => waits.push(at - began))
      .catch(() => (refused += 1))
      .finally(() => (open -= 1));
  };
  for (const start = at; at < start + load.ms || open > 0; at += 1) {
    const { stands } = load;
    for (due += at < start + load.ms ? load.perSecond / 1_000 : 0; due >= 1; due -= 1) ask();
    await turn();
    const isStanding = stands && at - start >= stands.from && at - start < stands.until;
    for (credit = isStanding ? 0 : Math.min(credit, 1) + 1.75; credit >= 1 && under.length > 0; credit -= 1)
      under.shift()?.();
    await turn();
  }
  return { waits: waits.sort((a, b) => a - b), refused };
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

test("one key's flood leaves its requests waiting no longer than a short line takes", async (t) => {
  const { waits, refused } = await serve(t, { perSecond: 4_000, ms: 3_000 });
  assert.ok(refused > 6_000, `${refused} refused`);
  assert.ok(waits.length > 5_200, "as many are answered as can be");
  assert.ok(share(waits, 0.5) < 60, `median ${share(waits, 0.5)} ms`);
  assert.ok(share(waits, 0.99) < 115, `99th percentile ${share(waits, 0.99)} ms`);
});

test("a fifth of a second that stood still refuses nothing at half of what can be answered", async (t) => {
  const { refused } = await serve(t, { perSecond: 875, ms: 2_000, stands: { from: 800, until: 1_000 } });
  assert.equal(refused, 0);
});

test("a group with its room full is refused, whichever key asks; a free place goes to another group first", async () => {
  const places = new FairPlaces({ places: () => 1, mostOfKey: () => 2, mostOfGroups: [4, 3] });
  const { begun, begin, endOne } = startWork(places);
  const path = (name: string): Holder => [name.slice(0, 1), name.slice(0, 2), name];
  const all = ["a11", "a12", "a13", "a21"].map((name) => begin(name, path(name)));
  await assert.rejects(begin("a14", path("a14")), UnavailableError);
  await assert.rejects(begin("a22", path("a22")), UnavailableError);
  all.push(begin("b11", path("b11")));
  for (let i = 0; i < 5; i += 1) await endOne();
  assert.deepEqual(begun, ["a11", "b11", "a21", "a12", "a13"]);
  await Promise.all(all);
});
