import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { addCopies, checkOrders, putBack } from "@/server/testing/list-orders";
import { NETWORK_LISTS } from "@/server/trpc/lists/network";

withTestDatabase();

const TEST = { environment: "test" } as const;

async function openNetwork() {
  const tenant = await createTestTenant();
  await createTestCard(tenant);
  await createTestCard(await createTestTenant());
  const operator = await createTestUser({ kind: "network_operator" });
  const { network } = portalOf(await openTestSession(operator));
  return { tenant, network };
}

test("tenants, in every order", async () => {
  const { tenant, network } = await openNetwork();
  const id = await putBack("tenants", `id = '${tenant.id}'`);
  const changed = {
    slug: "slug || n",
    title: "'Tenant ' || n % 3",
    rate_limit_tier: "CASE n % 2 WHEN 0 THEN rate_limit_tier ELSE 'plus' END",
  };
  await checkOrders({
    sorts: NETWORK_LISTS.tenants.orders,
    ask: (asked) => network.tenants.list({ ...TEST, ...asked }),
    valueOf: (row, by) => ({ name: row.title.toLowerCase(), status: row.status, tier: row.rateLimitTier })[by],
    add: (first, last) => addCopies({ table: "tenants", id, changed, first, last }),
  });
});

test("members of the network, in every order", async () => {
  const { tenant, network } = await openNetwork();
  const id = await putBack("members", `tenant_id = '${tenant.id}'`);
  await checkOrders({
    sorts: NETWORK_LISTS.members.orders,
    ask: (asked) => network.members.list({ ...TEST, ...asked }),
    valueOf: ({ name, tenantTitle }, by) => (by === "name" ? name.toLowerCase() : tenantTitle.toLowerCase()),
    add: (first, last) => addCopies({ table: "members", id, changed: { name: "'Name ' || n % 3" }, first, last }),
  });
});

test("merchants of the network, in every order", async () => {
  const { tenant, network } = await openNetwork();
  const id = await putBack("merchants", `tenant_id = '${tenant.id}'`);
  const changed = { name: "'Shop ' || n % 3", is_default: "false" };
  await checkOrders({
    sorts: NETWORK_LISTS.merchants.orders,
    ask: (asked) => network.merchants.list({ ...TEST, ...asked }),
    valueOf: ({ name, tenantTitle, status }, by) =>
      ({ name: name.toLowerCase(), tenant: tenantTitle.toLowerCase(), status })[by],
    add: (first, last) => addCopies({ table: "merchants", id, changed, first, last }),
  });
});

test("batches of the network, in every order", async () => {
  const { tenant, network } = await openNetwork();
  const createdAt = new Date(now().getTime() - 12 * 3_600_000);
  const id = newRecordId(createdAt);
  const owner = { tenantId: tenant.id, environment: "test", merchantId: tenant.merchantId, currency: "USD" } as const;
  const captured = { captureCount: 1, capturedMinor: 500n, refundCount: 1, refundedMinor: 500n };
  const carried = { carriedInMinor: 0n, payoutMinor: 0n, carriedOutMinor: 0n };
  await getPrisma().settlementBatch.create({
    data: { id, ...owner, ...captured, ...carried, settledDay: createdAt, cutoffAt: createdAt, createdAt },
  });
  const changed = { captured_minor: "500 + n % 3", refunded_minor: "500 + n % 3" };
  await checkOrders({
    sorts: NETWORK_LISTS.settlement.orders,
    ask: (asked) => network.settlement.list({ ...TEST, ...asked }),
    valueOf: (row, by) => row[by as "merchant" | "captured" | "payout"],
    add: (first, last) => addCopies({ table: "settlement_batches", id, changed, first, last }),
  });
});
