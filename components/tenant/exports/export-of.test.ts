import assert from "node:assert/strict";
import { test } from "node:test";
import { UNINDEXED_FILTERS } from "@/server/contracts/choices";
import { exportOf } from "./export-of";

const PATH = "/t/coffee/test/exports";

test("a list is exported in the background with its merchant and days", () => {
  assert.equal(exportOf(PATH, {}), "/t/coffee/test/exports?new=1&kind=payments");
  const narrowed = exportOf(PATH, { merchant: "m1", from: "2026-03-01", to: undefined });
  assert.equal(narrowed, "/t/coffee/test/exports?new=1&kind=payments&merchant=m1&from=2026-03-01");
});

test("a list with a filter that exports don't have is not, since the file would hold more than the list", () => {
  for (const name of ["state", "member", "reason", "search", ...UNINDEXED_FILTERS])
    assert.equal(exportOf(PATH, { [name]: "x" }), undefined, name);
});
