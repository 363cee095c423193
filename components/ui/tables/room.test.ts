import assert from "node:assert/strict";
import { test } from "node:test";
import { shareOf, showByRoom } from "./room";

const columns = (...rooms: readonly number[]) => rooms.map((room) => ({ room }));

test("a table shows from the first step on that has room for all its columns", () => {
  assert.match(showByRoom(columns(200, 200)).table, /@min-\[480px\]:block/);
  assert.match(showByRoom(columns(200, 270)).list, /@min-\[480px\]:hidden/);
  assert.match(showByRoom(columns(200, 271)).list, /@min-\[560px\]:hidden/);
  assert.match(showByRoom([{}, {}, {}, {}]).table, /@min-\[480px\]:block/);
});

test("columns that no page has room for are a mistake of whoever wrote them", () => {
  assert.throws(() => showByRoom(columns(600, 600)), /1210 px/);
});

test("a text gets its share of the container, however wide that is", () => {
  const [name, amount] = columns(340, 150);
  assert.ok(name && amount);
  assert.equal(shareOf(name, [name, amount]), "calc(68.00cqi - 24px)");
});
