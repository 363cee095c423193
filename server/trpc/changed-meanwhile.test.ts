import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, outcomeOf, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();
bindTestSender();

test("two people edit one webhook: each keeps their fields, and a field of both is refused by name", async () => {
  const tenant = await createTestTenant();
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const [first, second] = await Promise.all(
    ["Dana", "Robin"].map(async (name) => {
      const user = await createTestUser({ kind: "tenant_admin", tenantId: tenant.id });
      await getPrisma().user.update({ where: { id: user.id }, data: { name } });
      return portalOf(await openTestSession(user)).tenant.webhooks;
    }),
  );
  assert.ok(first && second);
  const seen = { url: "https://a.example.com/", events: ["authorization.approved" as const], description: null };
  const { subscription } = await first.create({ ...place, ...seen, key: randomUUID() });
  const edit = { ...place, id: subscription.id, seen };
  const moved = await first.edit({ ...edit, url: "https://b.example.com/", events: ["authorization.captured"] });
  assert.equal(moved.changedBy, null);
  const described = await second.edit({ ...edit, description: "Orders" });
  assert.deepEqual(
    [described.url, described.events, described.description, described.changedBy],
    ["https://b.example.com/", ["authorization.captured"], "Orders", "Dana"],
  );
  await assert.rejects(second.edit({ ...edit, url: "https://c.example.com/" }), /changed meanwhile by Dana/);
  assert.equal((await first.get({ ...place, id: subscription.id })).url, "https://b.example.com/");
});

test("a card’s limits and looks change by field, and one that was changed elsewhere is refused", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  const { cards } = portalOf(await openTestSession(user)).wallet;
  const seen = { perTransaction: null, dailyAmount: null, dailyCount: null };
  await cards.changeLimits({ id: card.id, seen, perTransaction: 20 });
  const { limits } = await cards.changeLimits({ id: card.id, seen, dailyCount: 3 });
  assert.deepEqual(limits, { perTransaction: 20, dailyAmount: null, dailyCount: 3 });
  assert.equal(await outcomeOf(cards.changeLimits({ id: card.id, seen, perTransaction: 900 })), "validation_error");
  const cleared = await cards.changeLimits({ id: card.id, seen: limits, perTransaction: null });
  assert.deepEqual(cleared.limits, { perTransaction: null, dailyAmount: null, dailyCount: 3 });
  const look = { name: null, tint: null };
  await cards.name({ id: card.id, seen: look, name: "Lunch" });
  const { name, tint } = await cards.name({ id: card.id, seen: look, tint: "teal" });
  assert.deepEqual([name, tint], ["Lunch", "teal"]);
});
