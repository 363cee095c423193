import assert from "node:assert/strict";
import test from "node:test";
import { nameWebhook } from "./name-webhook";

test("a webhook is called as it was described, else by host and path: two of one host differ", () => {
  const url = "https://api.example.com/hooks/orders?key=1";
  assert.equal(nameWebhook({ description: "Orders", url }), "Orders");
  assert.equal(nameWebhook({ description: null, url }), "api.example.com/hooks/orders");
  assert.equal(nameWebhook({ description: "", url: "https://api.example.com/" }), "api.example.com");
});
