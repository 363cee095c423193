import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client } from "pg";
import { getPrisma } from "@/server/db/prisma";
import { digest } from "@/server/platform/crypto";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSubscription } from "@/server/testing/factories/webhook-subscriptions";
import { authorizeByHand } from "./authorize";

withTestDatabase();

/** Matches values that differ between any two authorizations: ids, numbers, hashes, times. */
const OWN = /^[0-9A-Za-z]{17}$|^\d{6,7}$|^[0-9a-f]{32}$|[0-9a-f]{8}-[0-9a-f-]{27}|^\d{4}-\d\d-\d\dT/;

/** Replaces unique values with their kind, so that two authorizations compare. */
function shapeOf(value: unknown): unknown {
  if (typeof value === "bigint") return `${value}`;
  if (value instanceof Date) return "a time";
  if (typeof value === "string") return OWN.test(value) ? "its own" : value;
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shapeOf(held)]));
}

async function rowsOf(card: TestCard) {
  const prisma = getPrisma();
  const { accountId } = card;
  const include = { events: { include: { deliveries: true } } };
  const { events, ...authorization } = await prisma.authorization.findFirstOrThrow({ where: { accountId }, include });
  const answers = await prisma.idempotencyKey.findMany({ where: { body: { contains: authorization.id } } });
  return {
    authorization: { ...authorization, lastsMs: Number(authorization.expiresAt) - Number(authorization.createdAt) },
    events,
    answers: answers.map((answer) => ({ ...answer, body: JSON.parse(answer.body ?? "") as unknown })),
    account: await prisma.account.findUniqueOrThrow({ where: { id: accountId }, omit: { fundingNumber: true } }),
    card: await prisma.card.findUniqueOrThrow({
      where: { id: card.id },
      omit: { panTokenHash: true, sealedPanToken: true, last4: true },
    }),
  };
}

test("by hand an authorization leaves the rows that POST /v1/authorizations leaves", async () => {
  const tenant = await createTestTenant();
  await createTestSubscription(tenant, { events: ["authorization.approved", "authorization.captured"] });
  const [ours, byHand] = [await createTestCard(tenant), await createTestCard(tenant)];
  await authorize(tenant, ours, 1, { merchant: tenant.merchantId });
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  after(() => client.end());
  const { id: tenantId, apiKeyId, merchantId } = tenant;
  await authorizeByHand(client, {
    tenantId,
    apiKeyId,
    merchantId,
    card: digest("pan-token", byHand.panToken),
    key: crypto.randomUUID(),
    amountMinor: 100,
  });
  const [expected, left] = [await rowsOf(ours), await rowsOf(byHand)];
  assert.deepEqual(shapeOf(left), shapeOf(expected));
  assert.equal(left.events[0]?.deliveries.length, 1);
  assert.equal(left.answers.length, 1);
});

test("an authorization that would be declined is written by no one", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 99n });
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  after(() => client.end());
  const { id: tenantId, apiKeyId, merchantId } = tenant;
  const asked = {
    tenantId,
    apiKeyId,
    merchantId,
    card: digest("pan-token", card.panToken),
    key: "k",
    amountMinor: 100,
  };
  await assert.rejects(authorizeByHand(client, asked), /declined with 51/);
  await client.query("ROLLBACK");
  assert.equal(await getPrisma().authorization.count({ where: { accountId: card.accountId } }), 0);
});
