import assert from "node:assert/strict";
import { test } from "node:test";
import { withFakeClock } from "@/server/testing/clock";
import { isFromEngine, readSignature } from "./engine-signature";
import { getEmbeddedKeys } from "./keys";
import { signBody } from "./local/signature";

process.env.DATABASE_URL ||= "postgresql://127.0.0.1/unused";

const START = "2026-03-02T10:00:00.000Z";
const SECONDS = Date.parse(START) / 1_000;
const HEX = "0123456789abcdef".repeat(4);

function claimedBy(signature: string | null) {
  const headers = new Headers(signature === null ? {} : { "x-inngest-signature": signature });
  return readSignature(new Request("http://closed-loop.test/api/inngest", { method: "POST", headers }));
}

test("a timestamp may differ by 300 whole seconds, at any moment of the second", () => {
  const clock = withFakeClock(START);
  for (const drift of [-300, 0, 300]) {
    assert.deepEqual(claimedBy(`t=${SECONDS + drift}&s=${HEX}`), { seconds: `${SECONDS + drift}`, hex: HEX });
  }
  for (const drift of [-301, 301]) assert.equal(claimedBy(`t=${SECONDS + drift}&s=${HEX}`), null);
  clock.advance(999);
  for (const drift of [-300, 300]) assert.ok(claimedBy(`t=${SECONDS + drift}&s=${HEX}`), `${drift}`);
  for (const drift of [-301, 301]) assert.equal(claimedBy(`t=${SECONDS + drift}&s=${HEX}`), null);
});

test("anything else is no signature", () => {
  withFakeClock(START);
  const forms = [null, "", HEX, `t=${SECONDS}`, `s=${HEX}&t=${SECONDS}`, `t=&s=${HEX}`, `t=x&s=${HEX}`];
  const nearly = [
    `xt=${SECONDS}&s=${HEX}`,
    `t=${SECONDS}&s=${HEX}0`,
    `t=${SECONDS}&s=${HEX.slice(1)}`,
    `t=${SECONDS}&s=${HEX.toUpperCase()}`,
    `t=000${SECONDS}&s=${HEX}`,
  ];
  for (const form of [...forms, ...nearly]) assert.equal(claimedBy(form), null, `${form}`);
});

test("only the engine's own signature over these very bytes at this time is from the engine", () => {
  const clock = withFakeClock(START);
  const { signingKey } = getEmbeddedKeys();
  const { text, signature } = signBody({ b: 1, a: "☕" }, signingKey, clock.now());
  const claimed = claimedBy(signature) ?? assert.fail("it could be right");
  const bytes = Buffer.from(text);
  assert.equal(isFromEngine(claimed, bytes), true);
  assert.equal(isFromEngine(claimed, Buffer.from(`${text} `)), false);
  assert.equal(isFromEngine({ ...claimed, seconds: `${SECONDS + 1}` }, bytes), false);
  assert.equal(isFromEngine({ ...claimed, hex: HEX }, bytes), false);
  const strange = claimedBy(signBody({ b: 1, a: "☕" }, `${signingKey}00`, clock.now()).signature);
  assert.equal(isFromEngine(strange ?? assert.fail("it could be right"), bytes), false);
});
