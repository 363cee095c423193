import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getPool } from "@/server/db/pool";
import { rollApiKey } from "@/server/domain/tenants";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestKey } from "@/server/testing/factories/api-keys";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestPerson } from "@/server/testing/factories/team";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileHashingIsBlocked } from "@/server/testing/faults/blocked-hashing";
import { waitUntil } from "@/server/testing/wait-until";

withTestDatabase();

test("80 rolls hold no connection while they wait for their hashes, and requests are answered meanwhile", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const authorize = () =>
    call(tenant, createAuthorization, { body: { panToken: card.panToken, amount: 1 }, idempotencyKey: randomUUID() });
  await authorize();
  const { apiKeyId: id } = await createTestKey(tenant);
  const { staff: caller } = await createTestPerson(tenant, "owner");
  const { rolls } = await whileHashingIsBlocked(async () => {
    const rolls = Array.from({ length: 80 }, () => rollApiKey(caller, { id }));
    for (let i = 0; i < 3; i += 1) assert.equal((await authorize()).status, 201);
    // Follow-up work, such as log lines, ends by itself; a roll that held a connection would keep it.
    await waitUntil("every connection is back", () => getPool().totalCount === getPool().idleCount);
    return { rolls };
  });
  const secrets = new Set((await Promise.all(rolls)).map(({ secret }) => secret));
  assert.equal(secrets.size, 80);
});
