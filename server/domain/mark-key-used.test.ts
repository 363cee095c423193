import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getPool } from "@/server/db/pool";
import { send } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

test("of requests at one moment one marks that their key was used, and the others don't wait for it", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const ask = () => send(tenant, createAuthorization, { body: { panToken: card.panToken, amount: 1 } });
  await ask();
  clock.advance(61_000);
  const locker = await getPool().connect();
  await locker.query("BEGIN");
  await locker.query("SELECT 1 FROM api_keys WHERE public_key = $1 FOR UPDATE", [tenant.publicKey]);
  let answered = 0;
  const asked = Array.from({ length: 10 }, async () => {
    const { status } = await ask();
    answered += 1;
    return status;
  });
  await waitUntil("all but one are answered", () => answered === 9);
  await locker.query("COMMIT");
  locker.release();
  assert.deepEqual(await Promise.all(asked), Array(10).fill(201));
});
