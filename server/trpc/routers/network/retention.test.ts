import assert from "node:assert/strict";
import { test } from "node:test";
import { forgetOld } from "@/server/domain/retention";
import { now } from "@/server/platform/clock";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";

withTestDatabase();

testOperatorAuthority("retention", {
  "network.retention.list": { call: (portal, place) => portal.network.retention.list(place), others: null },
});

test("a purge is not mentioned before the first, then says when it ran and what it left", async () => {
  const { network } = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const find = async (name: string) =>
    (await network.retention.list({ environment: "test" })).find(({ table }) => table === name);
  assert.equal((await find("portal_sessions"))?.lastRun, null);
  const at = now();
  await forgetOld({ now: at });
  const sessions = await find("portal_sessions");
  assert.deepEqual([sessions?.days, sessions?.leastDays, sessions?.isPartitioned], [90, 31, false]);
  assert.deepEqual([sessions?.lastRun?.ranAt, sessions?.lastRun?.removed], [at.toISOString(), 0]);
  assert.ok(sessions?.lastRun?.oldestAt);
  assert.equal((await find("request_records"))?.isPartitioned, true);
  assert.equal((await find("engine_runs"))?.until, "3 days after its run ended, 30 if it failed");
});
