import { test } from "node:test";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { checkRandomSequences } from "@/server/testing/model/random-authorizations";

withTestDatabase();

for (const seed of [1, 2, 3, 4]) {
  test(`any sequence of operations answers and moves money as the model says, seed ${seed}`, async () => {
    const clock = withFakeClock("2026-03-02T10:00:00.000Z");
    await checkRandomSequences(clock, { runs: 300, maxLength: 60, seed });
  });
}
