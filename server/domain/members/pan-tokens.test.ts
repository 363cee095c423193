import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { findStoredText } from "@/server/testing/stored-text";
import { openPanToken } from "./pan-token";

withTestDatabase();

const pay = async (tenant: TestTenant, { panToken }: TestCard) =>
  (await call(tenant, createAuthorization, { body: { panToken, amount: 1 } })).body.status;

test("a card's token is nowhere in the database, whatever was done with the card", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  assert.equal(await pay(tenant, card), "approved");
  assert.deepEqual(await findStoredText(card.panToken), []);
  const stored = await getPrisma().card.findUniqueOrThrow({ where: { id: card.id } });
  assert.deepEqual([openPanToken(stored), stored.last4], [card.panToken, card.panToken.slice(-4)]);
});

test("a token's stand-in in the database pays nothing", async () => {
  const tenant = await createTestTenant();
  const { id } = await createTestCard(tenant);
  const { panTokenHash } = await getPrisma().card.findUniqueOrThrow({ where: { id } });
  for (const panToken of [panTokenHash, panTokenHash.slice(0, 17)]) {
    const options = { body: { panToken, amount: 1 } };
    await assert.rejects(call(tenant, createAuthorization, options), /answered 4(00|22)|responses/);
  }
});
