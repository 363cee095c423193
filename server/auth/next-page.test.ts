import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, readNextPage } from "./next-page";

test("a page of ours is gone to with its query", () => {
  for (const next of [
    "/wallet",
    "/account",
    "/wallet/activity?outcome=held&q=caf%C3%A9%20au+lait",
    "/t/sandbox-coffee-co/test/authorizations?status=approved&sort=-amount&from=2026-01-01",
    "/network/members?search=a%26b%3Dc&next=https%3A%2F%2Felsewhere.test",
  ]) {
    assert.equal(readNextPage(next), next);
  }
});

test("no other host, no secret's page, and nothing but a page is gone to", () => {
  for (const next of [
    undefined,
    "",
    "wallet",
    ["/wallet", "/account"],
    "https://elsewhere.test/wallet",
    "//elsewhere.test/wallet",
    "/\\elsewhere.test/wallet",
    "/\t/elsewhere.test/wallet",
    "/\n/elsewhere.test/wallet",
    "/wallet/..//elsewhere.test",
    "/wallet/../..//elsewhere.test/wallet",
    "/wallet/%2e%2e//elsewhere.test",
    "/wallet@elsewhere.test",
    "/wallets",
    "/wallet/../invite/token",
    "/invite/token",
    "/reset/token",
    "/api/auth/signout?callbackUrl=/wallet",
    "javascript:alert(1)",
    `/wallet?q=${"a".repeat(2_000)}`,
  ]) {
    assert.equal(readNextPage(next), "/home", String(next));
  }
});

test("a request off the page's own address is resolved before it is looked at", () => {
  assert.equal(readNextPage("/wallet/../account?a=1"), "/account?a=1");
  assert.equal(readNextPage("/wallet?a=1#//elsewhere.test"), "/wallet?a=1");
});

test("an address keeps its query as it was sent, without the router's own part", () => {
  assert.equal(addressOf("/wallet/cards"), "/wallet/cards");
  assert.equal(addressOf("/wallet/activity?q=a%20b&_rsc=1a2b&outcome=held"), "/wallet/activity?q=a%20b&outcome=held");
  assert.equal(addressOf("/wallet?_rsc=1a2b"), "/wallet");
  assert.equal(addressOf("/wallet?q=what?&my_rsc=1"), "/wallet?q=what?&my_rsc=1");
  assert.equal(addressOf(`/wallet?q=${"a".repeat(3_000)}`), "/wallet");
});
