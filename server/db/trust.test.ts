import assert from "node:assert/strict";
import { test } from "node:test";
import { now } from "@/server/platform/clock";
import { withTestDatabase } from "@/server/testing/database";
import { beat, findDistrust, readPlace } from "./client";
import { getPrimaryPool } from "./pool";

withTestDatabase({ isApp: true });

test("the app's own role may ask where the database is, and writes its beat", async () => {
  await beat(getPrimaryPool(), now());
  const client = await getPrimaryPool().connect();
  const before = await readPlace(client);
  await beat(getPrimaryPool(), now());
  const after = await readPlace(client);
  client.release();
  assert.deepEqual([after.systemId, after.timeline], [before.systemId, before.timeline]);
  assert.ok(after.lsn > before.lsn);
  assert.equal(findDistrust(), null);
});
