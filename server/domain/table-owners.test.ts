import assert from "node:assert/strict";
import { test } from "node:test";
import { Prisma } from "@/prisma/generated/client";
import { type Table, tableOf } from "@/server/db/insert-rows";
import { findTableUses, type TableUse } from "@/server/testing/table-uses";
import { FOREIGN_READS, TABLE_OWNERS } from "./table-owners";

const MODELS = Object.fromEntries(
  Object.values(Prisma.ModelName).map((model) => [model.charAt(0).toLowerCase() + model.slice(1), tableOf(model)]),
);
const USES = findTableUses("server", MODELS).filter(
  // Tests may do anything; insertRows itself, in server/db, is checked at its callers, and long jobs are defined by owners.
  ({ file }) => !/^server\/(testing\/|db\/|domain\/long-jobs)/.test(file),
);

const ownerOf = ({ table }: TableUse) => TABLE_OWNERS[table as Table];
const roomOf = ({ file }: TableUse) => /^server\/(?:domain\/)?(inngest\/local|[^/]+)\//.exec(file)?.[1] ?? file;
const isForeign = (use: TableUse) => roomOf(use) !== ownerOf(use);
const named = (use: TableUse) => `${use.file}: ${use.table} is ${ownerOf(use)}'s`;

test("every table is written by its owner alone", () => {
  const written = USES.filter(({ isWrite }) => isWrite);
  assert.deepEqual(written.filter(isForeign).map(named), []);
  // Guards the test itself: every table must be found with its writer.
  assert.deepEqual(
    Object.keys(TABLE_OWNERS).filter((table) => !written.some((use) => use.table === table)),
    [],
  );
});

test("a foreign table is read by queries, and by whom the list allows it with a reason", () => {
  const read = USES.filter((use) => !use.isWrite && isForeign(use) && roomOf(use) !== "queries");
  const isAllowed = (use: TableUse) => FOREIGN_READS[roomOf(use)]?.reads.includes(use.table as Table) ?? false;
  assert.deepEqual(read.filter((use) => !isAllowed(use)).map(named), []);
  // Unused exceptions must go.
  const allowed = Object.entries(FOREIGN_READS).flatMap(([room, { reads }]) =>
    reads.map((table) => `${room} ${table}`),
  );
  const used = new Set(read.map((use) => `${roomOf(use)} ${use.table}`));
  assert.deepEqual(
    allowed.filter((line) => !used.has(line)),
    [],
  );
});

test("queries write nothing but what they counted", () => {
  const written = USES.filter((use) => use.isWrite && roomOf(use) === "queries").map(({ table }) => table);
  assert.deepEqual([...new Set(written)].sort(), [
    "authorization_hours",
    "authorization_minutes",
    "webhook_attempt_hours",
    "webhook_attempt_minutes",
  ]);
});
