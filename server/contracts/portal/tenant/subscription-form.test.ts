import assert from "node:assert/strict";
import { test } from "node:test";
import { SubscriptionForm } from "./webhooks";

test("a receiver’s host of another script is stored as it is resolved", () => {
  const parse = (url: string) => SubscriptionForm.shape.url.parse(url);
  assert.equal(parse("https://кафе.рф/hooks"), "https://xn--80akn5b.xn--p1ai/hooks");
  assert.equal(parse("https://例子.中国/x"), "https://xn--fsqu00a.xn--fiqs8s/x");
  assert.equal(parse("https://Shop.example.com"), "https://Shop.example.com");
});
