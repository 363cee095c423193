import assert from "node:assert/strict";
import { test } from "node:test";
import { hashAt, matches, parseExpression, parsePath, resolveMatch } from "./expressions";

const event = { name: "a/b", data: { id: 7, text: "it's && == 'x'", none: null, list: [1, { b: 1, a: 2 }], on: true } };

for (const [text, expected] of [
  ["event.data.id == 7", true],
  ["7 == event.data.id", true],
  ["event.data.id == 7.0 && event.name == 'a/b'", true],
  ["event.data.id == '7'", false],
  ["event.data.id == 7 && event.name == 'other'", false],
  [String.raw`event.data.text == 'it\'s && == \'x\''`, true],
  [`event.data.text == "it's && == 'x'"`, true],
  ["event.data.none == null", true],
  ["event.data.missing == null", false],
  ["event.data.missing == event.data.missing", false],
  ["event.data.on == true&&event.data.id==7", true],
  ["event.data.constructor == event.data.constructor", false],
  ["event.data.id.toString == null", false],
] as const) {
  test(`${text} is ${expected}`, () => {
    assert.equal(matches(parseExpression(text), event), expected);
  });
}

for (const text of [
  "",
  "event.data.id",
  "event.data.id ==",
  "event.data.id == 7 &&",
  "event.data.id == 7 || true == true",
  "event.data.id != 7",
  "event.data.id > 7",
  "event.data.id == 7 event.data.id == 7",
  "event.data.ids[0] == 7",
  "has(event.data.id)",
  "(event.data.id == 7)",
  "user.id == 7",
  "event == async",
  "event.data.id == 'open",
]) {
  test(`${JSON.stringify(text)} is not understood`, () => {
    assert.throws(() => parseExpression(text), { name: "UnsupportedError" });
  });
}

test("an event matches what was resolved from the one before it, whatever the order of its keys", () => {
  const match = resolveMatch(
    parseExpression("async.data.list == event.data.list && event.data.id == async.data.n"),
    event,
  );
  assert.ok(match);
  assert.equal(match.matchPaths, "data.list,data.n");
  const later = (data: object) => hashAt(match.matchPaths, { name: "later", data });
  assert.equal(later({ n: 7, list: [1, { a: 2, b: 1 }] }), match.matchHash);
  assert.notEqual(later({ n: 8, list: [1, { a: 2, b: 1 }] }), match.matchHash);
  assert.equal(later({ n: 7 }), null);
});

test("without conditions any event of the name matches; with a path that leads nowhere none does", () => {
  const any = resolveMatch([], event);
  assert.equal(hashAt(any?.matchPaths ?? "x", { name: "whatever" }), any?.matchHash);
  assert.equal(resolveMatch(parseExpression("event.data.missing == async.data.id"), event), null);
  assert.throws(() => resolveMatch(parseExpression("event.data.id == 7"), event), { name: "UnsupportedError" });
});

test("a key is one path into the event", () => {
  assert.deepEqual(parsePath("event.data.id"), ["data", "id"]);
  for (const text of ["'x'", "async.data.id", "event.data.id == 7", "event", "event.data.a + event.data.b"]) {
    assert.throws(() => parsePath(text), { name: "UnsupportedError" }, text);
  }
});
