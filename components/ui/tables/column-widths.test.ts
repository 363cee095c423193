import assert from "node:assert/strict";
import { test } from "node:test";
import { dropping, dropsOf, shareOf, showByWidth } from "./column-widths";

const columns = (...widths: readonly number[]) => widths.map((minWidth) => ({ minWidth }));

test("a table shows from the first step on that has room for all its columns", () => {
  assert.match(showByWidth(columns(200, 200)).table, /@min-\[30rem\]:block/);
  assert.match(showByWidth(columns(200, 270)).list, /@min-\[30rem\]:hidden/);
  assert.match(showByWidth(columns(200, 271)).list, /@min-\[35rem\]:hidden/);
  assert.match(showByWidth([{}, {}, {}, {}]).table, /@min-\[30rem\]:block/);
});

test("columns without room on any page are a programming error", () => {
  assert.throws(() => showByWidth(columns(600, 600)), /1210 px/);
});

test("texts have their room, and share what the container has beyond all rooms", () => {
  const [name, note] = [
    { minWidth: 300, isText: true },
    { minWidth: 100, isText: true },
  ];
  const all = [name, { minWidth: 150 }, note];
  assert.equal(shareOf(name, all), "calc(17.25rem + (100cqi - 35rem) * 0.7500)");
  assert.equal(shareOf(note, all), "calc(4.75rem + (100cqi - 35rem) * 0.2500)");
});

test("a table stays one on a narrow screen: columns go from the right, but not what a record is told by", () => {
  const ids = ["id", "status", "member", "note", "amount"];
  const wide: readonly { readonly id: string; readonly minWidth: number; readonly drops?: number }[] = ids.map(
    (id) => ({
      id,
      minWidth: 200,
    }),
  );
  const left = dropping(wide, true);
  assert.deepEqual(
    left.map(({ id, drops }) => [id, drops]),
    [
      ["id", undefined],
      ["status", undefined],
      ["member", 2],
      ["note", 1],
      ["amount", undefined],
    ],
  );
  assert.match(showByWidth(left).table, /@min-\[40rem\]:block/);
  assert.deepEqual(
    left.map((column) => dropsOf(column, left).cell.match(/[\d.]+rem/)?.[0] ?? null),
    [null, null, "53.75rem", "65rem", null],
  );
  const narrow = columns(200, 200).map((column, at) => ({ ...column, id: String(at) }));
  assert.equal(dropping(narrow, true), narrow);
});
