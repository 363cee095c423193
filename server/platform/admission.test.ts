import assert from "node:assert/strict";
import { test } from "node:test";
import { Admission } from "./admission";

const SOME = 80;

/** With so many under way that how long they wait counts. */
function busy(most = 256): Admission {
  const admission = new Admission(() => most);
  for (let i = 0; i < SOME; i += 1) admission.begin();
  return admission;
}

/** Answers one request after another for so long, each of which took so long, and begins another for each. */
function answer(admission: Admission, { from, until, tookMs }: { from: number; until: number; tookMs: number }): void {
  for (let at = from; at < until; at += 10) {
    admission.end(at - tookMs, at);
    admission.begin();
  }
}

test("beyond the most under way none is begun, and again when one has ended", () => {
  const admission = busy(SOME);
  assert.equal(admission.isOpen(0), false);
  admission.end(0, 1);
  assert.equal(admission.isOpen(1), true);
});

test("while even the fastest answer takes too long none is begun, until one is fast again", () => {
  const admission = busy();
  answer(admission, { from: 1_000, until: 1_300, tookMs: 150 });
  assert.equal(admission.isOpen(1_300), true);
  answer(admission, { from: 1_300, until: 1_600, tookMs: 250 });
  assert.equal(admission.isOpen(1_600), false);
  answer(admission, { from: 1_600, until: 1_610, tookMs: 50 });
  assert.equal(admission.isOpen(1_610), true);
});

test("slow answers among fast ones keep nobody out", () => {
  const admission = busy();
  for (let at = 1_000; at < 1_500; at += 50) {
    answer(admission, { from: at, until: at + 40, tookMs: 4_000 });
    answer(admission, { from: at + 40, until: at + 50, tookMs: 5 });
    assert.equal(admission.isOpen(at + 50), true);
  }
});

test("a few are always begun, and so is what comes after a pause", () => {
  const admission = busy();
  answer(admission, { from: 1_000, until: 1_500, tookMs: 400 });
  assert.equal(admission.isOpen(1_500), false);
  assert.equal(admission.isOpen(2_600), true);
  for (let i = 0; i < 20; i += 1) admission.end(1_100, 1_500);
  assert.equal(admission.isOpen(1_500), true);
});

test("nobody is kept out because nothing was answered for a moment", () => {
  const admission = busy();
  answer(admission, { from: 1_000, until: 1_300, tookMs: 20 });
  assert.equal(admission.isOpen(1_550), true);
});

interface Load {
  readonly from?: number;
  readonly perSecond: number;
  readonly ms: number;
  /** Nothing is answered in between. */
  readonly stands?: { readonly from: number; readonly until: number };
}

/** A queue that answers 1,750 a second, to its end: how long each of them waited, and how many were refused. */
function serve(admission: Admission, { from = 10_000, perSecond, ms, stands }: Load) {
  const waits: number[] = [];
  const queue: number[] = [];
  let refused = 0;
  let credit = 0;
  let due = 0;
  for (let at = from; at < from + ms || queue.length > 0; at += 1) {
    for (due += at < from + ms ? perSecond / 1_000 : 0; due >= 1; due -= 1) {
      if (!admission.isOpen(at)) refused += 1;
      else {
        admission.begin();
        queue.push(at);
      }
    }
    const isStanding = stands && at - from >= stands.from && at - from < stands.until;
    for (credit = isStanding ? 0 : Math.min(credit, 1) + 1.75; credit >= 1 && queue.length > 0; credit -= 1) {
      const begunAt = queue.shift() ?? at;
      admission.end(begunAt, at);
      waits.push(at - begunAt);
    }
  }
  return { waits: waits.sort((a, b) => a - b), refused };
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;

test("where more keep coming than can be answered, who is served waits no longer than a short queue takes", () => {
  const { waits, refused } = serve(new Admission(() => 192), { perSecond: 4_000, ms: 3_000 });
  assert.ok(refused > 6_000);
  assert.ok(waits.length > 5_200, "as many are answered as can be");
  assert.ok(share(waits, 0.5) < 60, `median ${share(waits, 0.5)} ms`);
  assert.ok(share(waits, 0.99) < 115, `99th percentile ${share(waits, 0.99)} ms`);
});

test("a fifth of a second that stood still turns nobody away at half of what can be answered", () => {
  const { refused } = serve(new Admission(() => 192), {
    perSecond: 875,
    ms: 2_000,
    stands: { from: 800, until: 1_000 },
  });
  assert.equal(refused, 0);
});

test("after a flood there is room for all again", () => {
  const admission = new Admission(() => 192);
  serve(admission, { perSecond: 4_000, ms: 1_000 });
  const stands = { from: 800, until: 1_000 };
  assert.equal(serve(admission, { from: 11_500, perSecond: 875, ms: 2_000, stands }).refused, 0);
});
