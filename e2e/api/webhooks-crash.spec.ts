import { test } from "../fixtures/test";
import { killWhileDelivering } from "../fixtures/webhook-crash";

test("killed twice while it delivers, every approved event arrives at least once", async () => {
  test.setTimeout(600_000);
  await killWhileDelivering(2, (text) => test.info().annotations.push({ type: "round", description: text }));
});
