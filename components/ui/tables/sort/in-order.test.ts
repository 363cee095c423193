import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column } from "../table-props";
import { inOrder } from "./in-order";

interface Row {
  readonly name: string;
  readonly at: number;
}

const COLUMNS: readonly Column<Row>[] = [
  { id: "name", header: "Name", sortBy: "name", orderOf: ({ name }) => name, cell: () => null },
  { id: "at", header: "At", sortBy: "-time", orderOf: ({ at }) => at, cell: () => null },
  { id: "note", header: "Note", cell: () => null },
];

const ROWS: readonly Row[] = [
  { name: "key 10", at: 3 },
  { name: "Éclair", at: 1 },
  { name: "Key 2", at: 2 },
  { name: "key 10", at: 1 },
];

test("rows all at hand follow the address's order, by what a person reads", () => {
  const named = (sort: string | null) => inOrder(ROWS, COLUMNS, sort).map(({ name, at }) => `${name} ${at}`);
  const asTheyCame = ["key 10 3", "Éclair 1", "Key 2 2", "key 10 1"];
  assert.deepEqual(named("name"), ["Éclair 1", "Key 2 2", "key 10 3", "key 10 1"]);
  assert.deepEqual(named("-name"), ["key 10 3", "key 10 1", "Key 2 2", "Éclair 1"]);
  assert.deepEqual(named("time"), ["Éclair 1", "key 10 1", "Key 2 2", "key 10 3"]);
  for (const none of [null, "note", "-constructor", ""]) assert.deepEqual(named(none), asTheyCame);
});
