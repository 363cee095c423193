import assert from "node:assert/strict";
import { test } from "node:test";
import { ActivityInput } from "@/server/contracts/portal/wallet/activity";
import { readFilters } from "./activity-filters";

const ID = "3Fq8rT2kZb7Wn4XsD";
const VALUES = ["held", "paid", "Held", "", " ", " café ", ID, `${ID}x`, "a".repeat(100), "a".repeat(101), "é\u0000"];

test("a member's search is trimmed, as the contract does", () => {
  for (const value of VALUES) {
    const taken = ActivityInput.shape.search.safeParse(value);
    const search = readFilters(new URLSearchParams({ q: value })).search;
    assert.equal(search, taken.success ? taken.data : undefined, JSON.stringify(value));
  }
});

test("activity is narrowed by what its contract takes", () => {
  for (const field of ["outcome", "account"] as const) {
    for (const value of VALUES) {
      const isRead = Object.hasOwn(readFilters(new URLSearchParams({ [field]: value })), field);
      assert.equal(isRead, ActivityInput.shape[field].safeParse(value).success, `${field}=${JSON.stringify(value)}`);
    }
  }
});
