import assert from "node:assert/strict";
import { test } from "node:test";
import { secondFactorAt, signInAgainAt } from "./sign-in-again";

test("path and query come along, and a secret stays out of the query", () => {
  const list = { pathname: "/t/coffee/test/authorizations", search: "?status=approved&sort=-amount" };
  const ended = new URL(signInAgainAt(list, "ended"), "http://here.invalid");
  assert.equal(ended.pathname, "/sign-in");
  assert.deepEqual(Object.fromEntries(ended.searchParams), { ended: "1", next: list.pathname + list.search });
  assert.equal(signInAgainAt({ pathname: "/wallet/r/1", search: "" }), "/sign-in?next=%2Fwallet%2Fr%2F1");
  assert.equal(
    secondFactorAt(list),
    "/second-factor?next=%2Ft%2Fcoffee%2Ftest%2Fauthorizations%3Fstatus%3Dapproved%26sort%3D-amount",
  );
  assert.equal(secondFactorAt({ pathname: "/invite/secret", search: "" }), "/second-factor");
  for (const reason of ["ended", "left"] as const) {
    assert.equal(signInAgainAt({ pathname: "/invite/secret", search: "" }, reason), "/invite/secret");
    assert.equal(signInAgainAt({ pathname: "/reset/secret", search: "" }, reason), "/reset/secret");
  }
});
