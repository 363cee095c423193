import assert from "node:assert/strict";
import { test } from "node:test";
import { ServerClock } from "./server-clock";

const AT = Date.UTC(2026, 10, 27, 10);

function clockAfter(elapsedMs: number) {
  const device = { elapsedMs };
  return { device, clock: new ServerClock(() => device.elapsedMs) };
}

test("the time of a page counts on from when it came", () => {
  const { device, clock } = clockAfter(400);
  assert.equal(clock.isSet, false);
  clock.hear(AT, { sentAt: 100, receivedAt: 200 });
  assert.equal(clock.isSet, true);
  assert.equal(clock.now(), AT + 300);
  device.elapsedMs = 60_400;
  assert.equal(clock.now(), AT + 60_300);
});

for (const [what, saidMs, exchange, moved] of [
  ["an answer that agrees moves nothing", 10_000, { sentAt: 9_990, receivedAt: 10_020 }, 0],
  ["nor does one whose seconds are cut off", 9_000, { sentAt: 9_990, receivedAt: 10_020 }, 0],
  ["a slow answer moves nothing it can’t know", 10_000, { sentAt: 4_000, receivedAt: 14_000 }, 0],
  [
    "a clock that slept goes to the least an answer allows",
    3_610_000,
    { sentAt: 9_990, receivedAt: 10_020 },
    3_599_980,
  ],
  ["a clock that is ahead goes back to the most", 5_000, { sentAt: 9_990, receivedAt: 10_020 }, -3_990],
] as const) {
  test(what, () => {
    const { clock } = clockAfter(10_000);
    clock.hear(AT, { sentAt: 0, receivedAt: 0 });
    assert.equal(clock.now(), AT + 10_000);
    clock.hear(AT + saidMs, exchange, 1_000);
    assert.equal(clock.now(), AT + 10_000 + moved);
  });
}
