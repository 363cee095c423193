import assert from "node:assert/strict";
import { test } from "node:test";
import { createMember } from "@/server/domain/members";
import { testOperatorAuthority } from "@/server/testing/authority/operator-authority";
import { withTestDatabase } from "@/server/testing/database";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();

testOperatorAuthority("search", {
  "network.search.find": {
    call: (portal, place) => portal.network.search.find({ ...place, text: "anything" }),
    others: null,
  },
});

test("an operator finds tenants, members and merchants of the network, each in its environment", async () => {
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "network_operator" })));
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant);
  const { id: zelda } = await createMember(networkCaller(), { tenantId: tenant.id, name: "Zelda Fitz" });
  const find = async (text: string, environment: "live" | "test" = "test") => {
    const { records } = await portal.network.search.find({ environment, text });
    return records.map(({ kind, id }) => `${kind} ${id}`);
  };
  assert.deepEqual(await find(tenant.id), [`tenant ${tenant.slug}`]);
  assert.deepEqual(await find(tenant.slug), [`tenant ${tenant.slug}`]);
  assert.deepEqual(await find(tenant.slug, "live"), [`tenant ${tenant.slug}`]);
  assert.deepEqual(await find("fitz zel"), [`member ${zelda}`]);
  assert.deepEqual(await find("fitz zel", "live"), []);
  for (const id of [card.id, card.accountId, card.memberId]) {
    assert.deepEqual(await find(id), [`member ${card.memberId}`]);
    assert.deepEqual(await find(id, "live"), []);
  }
  assert.deepEqual(await find(tenant.merchantId), [`merchant ${tenant.merchantId}`]);
  for (const text of ["' | x", ":*", "\\'", "z"]) assert.deepEqual(await find(text), [], text);
});
