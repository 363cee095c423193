import assert from "node:assert/strict";
import { test } from "node:test";
import { AUTHORIZATION_LIST } from "@/server/contracts/lists/tenant";
import { exportOf } from "./export-of";

const PATH = "/t/coffee/test/exports";

test("a list is exported in the background with its merchant and days", () => {
  assert.equal(exportOf(PATH, {}), "/t/coffee/test/exports?new=1&kind=payments");
  const narrowed = exportOf(PATH, { merchant: "m1", from: "2026-03-01", to: undefined });
  assert.equal(narrowed, "/t/coffee/test/exports?new=1&kind=payments&merchant=m1&from=2026-03-01");
});

test("a list with a filter that exports don't have is not, since the file would hold more than the list", () => {
  const others = Object.keys(AUTHORIZATION_LIST.filters).filter((name) => !["merchant", "from", "to"].includes(name));
  assert.ok(others.length > 5);
  for (const name of others) assert.equal(exportOf(PATH, { [name]: "x" }), undefined, name);
});
