import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { capture, read } from "@/server/testing/factories/authorization-steps";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { withWireTap } from "@/server/testing/faults/wire-tap";
import { openDedicatedConnection } from "./dedicated-connection";

// Must be set before the settings are first read.
process.env.DATABASE_PREPARE = "0";
withTestDatabase();
const tap = withWireTap();

test("a pooler with a new connection per transaction keeps nothing on one", async () => {
  const tenant = await createTestTenant();
  const hold = await createTestHold(tenant, { amount: 2 });
  await capture(tenant, hold.recordId);
  await read(tenant, hold.recordId);
  assert.equal(await getPrisma().capture.count(), 1);
  const connection = await openDedicatedConnection({
    channel: "of_the_test",
    onNotice: () => undefined,
    onLost: () => undefined,
  });
  await connection.close();
  assert.ok(tap.queries.length > 0);
  assert.deepEqual([...tap.preparedNames], [""]);
  // Poolers refuse startup parameters they don't know.
  assert.deepEqual(
    [...tap.startParameters].filter(
      (name) => !["user", "database", "client_encoding", "application_name"].includes(name),
    ),
    [],
  );
  const ofSession = tap.queries.filter((text) => /^\s*(LISTEN|SET (?!LOCAL)|SELECT pg_advisory_lock)/i.test(text));
  assert.deepEqual(ofSession, []);
});
