import assert from "node:assert/strict";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { skipAuthorizationNumbers } from ".";

// With the app's database role: whoever marks a restored database may have no other.
withTestDatabase({ isApp: true });

test("authorization numbers move on past those that may have been given out", async () => {
  const draw = async () => {
    const [row] = await queryTestDatabase<{ drawn: string }>("SELECT nextval('authorization_number_seq') AS drawn");
    return Number(row?.drawn);
  };
  const before = await draw();
  const passed = await skipAuthorizationNumbers({ dataAt: now(), now: now() });
  assert.equal(passed, 100_000);
  assert.equal(await draw(), before + passed + 1);
});
