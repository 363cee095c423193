import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecordId, newApprovalCode, newPanToken, newRecordId, parsePanToken, parseRecordId } from "./ids";

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{17}$/;

function isBefore(left: string, right: string): boolean {
  return Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0;
}

test("a record id is 17 base58 characters", () => {
  for (let i = 0; i < 200; i += 1) assert.match(newRecordId(new Date("2026-03-02T10:00:00.000Z")), BASE58);
  assert.match(newRecordId(new Date(0)), BASE58);
});

test("record ids sort by the millisecond they were made in", () => {
  const times = [
    "1970-01-01T00:00:00.000Z",
    "2026-03-02T10:00:00.000Z",
    "2026-12-31T23:59:59.999Z",
    "2099-01-01T00:00:00.000Z",
  ];
  for (const time of times) {
    const at = new Date(time).getTime();
    for (const later of [1, 57, 58, 59, 3_364, 86_400_000]) {
      assert.ok(isBefore(newRecordId(new Date(at)), newRecordId(new Date(at + later))), `${time} + ${later}`);
    }
  }
});

test("ids of one millisecond share their time and differ in the rest", () => {
  const at = new Date("2026-03-02T10:00:00.000Z");
  const ids = Array.from({ length: 10_000 }, () => newRecordId(at));
  assert.equal(new Set(ids.map((id) => id.slice(0, 8))).size, 1);
  assert.equal(new Set(ids).size, ids.length);
});

test("a panToken is 17 base58 characters that say nothing about its time", () => {
  const tokens = Array.from({ length: 1_000 }, () => newPanToken());
  for (const token of tokens) assert.match(token, BASE58);
  assert.equal(new Set(tokens).size, tokens.length);
  assert.ok(new Set(tokens.map((token) => token.charAt(0))).size > 30, "its first character varies");
});

test("17 letters or digits are read as an id, anything else is not", () => {
  for (const text of ["TESTcardApproved1", "00000000000000000", "lIO0lIO0lIO0lIO0l"]) {
    assert.equal(parseRecordId(text), text);
  }
  for (const text of [
    "",
    "TESTcardApproved",
    "TESTcardApproved12",
    "TESTcardApproved-",
    "TESTcardApproved1\n",
    "ÄESTcardApproved1",
  ]) {
    assert.equal(isRecordId(text), false, text);
    assert.throws(() => parseRecordId(text), TypeError);
  }
});

test("17 printable characters are read as a panToken, anything else is not", () => {
  for (const text of ["TESTcardApproved1", "TESTcardApproved-", "{a} (b) ~c~ 'd'!?"]) {
    assert.equal(parsePanToken(text), text);
  }
  for (const text of ["", "TESTcardApproved", "TESTcardApproved12", "TESTcardApproved\n", "ÄESTcardApproved1"]) {
    assert.throws(() => parsePanToken(text), TypeError);
  }
});

test("an approval code is always six digits", () => {
  const codes = Array.from({ length: 20_000 }, () => newApprovalCode());
  for (const code of codes) assert.match(code, /^\d{6}$/);
  assert.ok(
    codes.some((code) => code.startsWith("0")),
    "leading zeros are kept",
  );
});
