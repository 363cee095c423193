import assert from "node:assert/strict";
import { test } from "node:test";
import { isOfBoth } from "./of-both";

test("organizations, people and the engine are no test data; payments, keys and members are", () => {
  for (const path of [
    "/network",
    "/network/tenants/acme",
    "/network/engine",
    "/network/retention",
    "/network/audit",
    "/t/acme/test/team",
  ]) {
    assert.equal(isOfBoth(path), true, path);
  }
  for (const path of [
    "/network/members",
    "/network/books",
    "/network/settlement",
    "/t/acme/test",
    "/t/acme/test/keys",
  ]) {
    assert.equal(isOfBoth(path), false, path);
  }
});
