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
