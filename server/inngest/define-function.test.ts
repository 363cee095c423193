import assert from "node:assert/strict";
import { test } from "node:test";
import { defineFunction } from "./define-function";
import { checkAsked } from "./events";

test("a step unknown to the embedded engine doesn't compile, and a known one does", () => {
  const defined = defineFunction({ id: "steps", triggers: [checkAsked] }, async ({ event, step }) => {
    await step.run("run", () => event.data.nonce);
    await step.sleepUntil("until", new Date());
    // @ts-expect-error
    await step.sleep("nap", "2s");
    // @ts-expect-error
    await step.waitForEvent("wait", { event: checkAsked, timeout: "1h" });
    // @ts-expect-error
    await step.invoke("invoke", { function: "other" });
  });
  assert.equal(defined.id("app"), "app-steps");
});
