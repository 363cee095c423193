import { test } from "node:test";
import { killWhileDelivering } from "../fixtures/webhook-crash";

test("killed ten times while it delivers, every approved event arrives at least once", async (t) => {
  await killWhileDelivering(10, (text) => t.diagnostic(text));
});
