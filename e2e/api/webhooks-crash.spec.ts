import { byDepth } from "@/server/testing/depth";
import { test } from "../fixtures/test";
import { killWhileDelivering } from "../fixtures/webhook-crash";

const KILLS = byDepth({ nightly: 2, change: 1 });

test("killed while it delivers, every approved event arrives at least once", async () => {
  test.setTimeout(600_000);
  await killWhileDelivering(KILLS, (text) => test.info().annotations.push({ type: "round", description: text }));
});
