import assert from "node:assert/strict";
import { test } from "node:test";
import { beginSpan, readTraceparent, toTraceparent } from "./traces";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const SPAN = "00f067aa0ba902b7";

test("a traceparent is read as the standard says, and what is none is no trace", () => {
  const point = { traceId: TRACE, spanId: SPAN, flags: "01" };
  const read = {
    [`00-${TRACE}-${SPAN}-01`]: point,
    [`00-${TRACE}-${SPAN}-00`]: { ...point, flags: "00" },
    "of flags only the one that is known counts": null,
    [`00-${TRACE}-${SPAN}-ff`]: point,
    [`cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`]: point,
    [`00-${TRACE}-${SPAN}-01-more`]: null,
    [`ff-${TRACE}-${SPAN}-01`]: null,
    [`00-${"0".repeat(32)}-${SPAN}-01`]: null,
    [`00-${TRACE}-${"0".repeat(16)}-01`]: null,
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`]: null,
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`]: null,
    "": null,
  };
  for (const [text, expected] of Object.entries(read)) assert.deepEqual(readTraceparent(text), expected, text);
  assert.equal(readTraceparent(null), null);
});

test("without a tracer a caller's trace goes on under a span of ours, and nothing else is traced", () => {
  assert.equal(beginSpan({ name: "x", kind: "server", parent: null }), null);
  const parent = readTraceparent(`00-${TRACE}-${SPAN}-01`);
  const given = toTraceparent(
    beginSpan({ name: "x", kind: "server", parent })?.point ?? { traceId: "", spanId: "", flags: "" },
  );
  assert.match(given, new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
  assert.ok(!given.includes(SPAN));
});
