import { test } from "node:test";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { byDepth } from "@/server/testing/depth";
import { checkRandomSequences } from "@/server/testing/model/random-authorizations";

withTestDatabase();

test("any sequence of operations answers and moves money as the model says", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  await checkRandomSequences(clock, { runs: byDepth({ nightly: 60, change: 20 }), maxLength: 25, seed: 20_260_302 });
});
