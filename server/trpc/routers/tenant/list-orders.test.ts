import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { openDispute } from "@/server/domain/disputes";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { authorize } from "@/server/testing/factories/authorization-steps";
import { memberCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { COPY_ID, insertCopies, insertDeclinedCopies } from "@/server/testing/factories/row-copies";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { addCopies, checkOrders, idsOf, type Page, putBack, type Shown } from "@/server/testing/list-orders";
import { TENANT_LISTS } from "@/server/trpc/lists/tenant";

withTestDatabase();

async function openTenant() {
  const { tenant, subscriptionId, deliveryId } = await createTestDelivery("https://receiver.example.com/hooks");
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const portal = portalOf(await openTestSession(await createTestUser({ kind: "tenant_admin", tenantId: tenant.id })));
  return { tenant, place, portal: portal.tenant, subscriptionId, deliveryId };
}

test("members, in every order", async () => {
  const { tenant, place, portal } = await openTenant();
  const id = await putBack("members", `tenant_id = '${tenant.id}'`);
  await checkOrders({
    sorts: TENANT_LISTS.members.orders,
    ask: (asked) => portal.members.list({ ...place, ...asked }),
    valueOf: ({ name, cards }, by) => (by === "name" ? name.toLowerCase() : cards),
    add: (first, last) => addCopies({ table: "members", id, changed: { name: "'Name ' || n % 3" }, first, last }),
  });
});

test("merchants, in every order", async () => {
  const { tenant, place, portal } = await openTenant();
  const id = await putBack("merchants", `tenant_id = '${tenant.id}'`);
  const changed = {
    name: "'Shop ' || n % 3",
    is_default: "false",
    status: "CASE n % 2 WHEN 0 THEN status ELSE 'suspended' END",
  };
  await checkOrders({
    sorts: TENANT_LISTS.merchants.orders,
    ask: (asked) => portal.merchants.list({ ...place, ...asked }),
    valueOf: (row, by) => row[by as "name" | "keys" | "status"],
    add: (first, last) => addCopies({ table: "merchants", id, changed, first, last }),
  });
});

test("deliveries, in every order", async () => {
  const { place, portal, subscriptionId, deliveryId } = await openTenant();
  await putBack("webhook_deliveries", `id = '${deliveryId}'`);
  const changed = {
    status: "CASE n % 2 WHEN 0 THEN 'failed' ELSE 'delivered' END::delivery_status",
    response_code: "CASE n % 3 WHEN 0 THEN NULL ELSE 200 + n % 3 END",
    attempt: "1",
    next_attempt_at: "CASE n % 2 WHEN 0 THEN created_at ELSE NULL END",
    delivered_at: "CASE n % 2 WHEN 0 THEN NULL ELSE created_at END",
    url: "'https://receiver.example.com/hooks'",
  };
  await checkOrders({
    sorts: TENANT_LISTS.deliveries.orders,
    ask: (asked) => portal.webhooks.deliveries({ ...place, id: subscriptionId, ...asked }),
    valueOf: (row, by) => ({ event: row.event, status: row.status, response: row.responseCode })[by],
    add: (first, last) => addCopies({ table: "webhook_deliveries", id: deliveryId, changed, first, last }),
  });
});

test("webhooks, in every order", async () => {
  const { place, portal, subscriptionId } = await openTenant();
  const id = await putBack("webhook_subscriptions", `id = '${subscriptionId}'`);
  const changed = {
    slot: "NULL",
    url: "'https://receiver.example.com/' || n % 3",
    status: "'revoked'",
    revoked_at: "created_at",
    failure_count: "n % 3",
  };
  await checkOrders({
    sorts: TENANT_LISTS.webhooks.orders,
    ask: (asked) => portal.webhooks.list({ ...place, ...asked }),
    valueOf: (row, by) => ({ url: row.url, status: row.status, failures: row.failureCount })[by],
    add: (first, last) => addCopies({ table: "webhook_subscriptions", id, changed, first, last }),
  });
  const found = async (search: string, status?: "active" | "revoked") =>
    (await portal.webhooks.list({ ...place, search, ...(status && { status }) })).total?.count;
  assert.deepEqual(
    [
      await found(subscriptionId),
      await found("EXAMPLE.com/hooks"),
      await found("no such"),
      await found("hooks", "revoked"),
    ],
    [1, 1, 0, 0],
  );
});

test("disputes, in every order", async () => {
  const { tenant, place, portal } = await openTenant();
  const card = await createTestCard(tenant);
  const { recordId } = await authorize(tenant, card, 4);
  const { id } = await openDispute(memberCaller(tenant, card), { id: recordId, reason: "not_recognized", note: null });
  await insertDeclinedCopies(recordId, 40);
  await putBack("disputes", `id = '${id}'`);
  const changed = { authorization_id: COPY_ID };
  await checkOrders({
    sorts: TENANT_LISTS.disputes.orders,
    ask: (asked) => portal.disputes.list({ ...place, state: "open", ...asked }),
    valueOf: (row, by) => (by === "merchant" ? row.merchantName : row.amount),
    add: (first, last) => addCopies({ table: "disputes", id, changed, first, last }),
  });
});

async function openRequests() {
  const { tenant, place, portal } = await openTenant();
  const createdAt = new Date(now().getTime() - 12 * 3_600_000);
  const id = newRecordId(createdAt);
  const shown = { keyId: "pk_test_key", method: "GET", path: "/v1/authorizations/1", status: 200, durationMs: 5 };
  await getPrisma().requestRecord.create({
    data: { id, tenantId: tenant.id, environment: "test", ...shown, isReplay: false, createdAt },
  });
  return { id, place, portal };
}

test("requests, in every order", async () => {
  const { id, place, portal } = await openRequests();
  const changed = { path: "'/v1/' || n % 3", status: "200 + n % 3", duration_ms: "n % 4" };
  await checkOrders({
    sorts: TENANT_LISTS.logs.orders,
    isUncounted: true,
    ask: (asked) => portal.requests.list({ ...place, ...asked }),
    valueOf: (row, by) => ({ request: `${row.path} ${row.method}`, status: row.status, duration: row.durationMs })[by],
    add: (first, last) => addCopies({ table: "request_records", id, changed, first, last }),
  });
});

test("an order of requests goes on beyond those it looked through", async () => {
  const { id, place, portal } = await openRequests();
  const COPIES = 50_030;
  // A fifth of a second apart, so that none is in the future. Those of one card are rare, as the search expects.
  const changed = {
    created_at: "created_at + n * interval '200 milliseconds'",
    path: "CASE WHEN n % 1000 = 1 OR n < 10 THEN '/v1/cards/1' ELSE '/v1/cards' END",
    duration_ms: "n % 7",
  };
  await insertCopies({ table: "request_records", id, changed, last: COPIES });
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<Shown> = await portal.requests.list({
      ...place,
      operation: "GET /v1/cards/{id}",
      sort: "duration",
      limit: 20,
      cursor,
    });
    assert.equal(page.isPart, true);
    found.push(...idsOf(page.items));
    cursor = page.next;
  } while (cursor !== null);
  const all = Array.from({ length: COPIES }, (_, at) => at + 1).filter((n) => n % 1000 === 1 || n < 10);
  assert.deepEqual(
    [...found].sort(),
    all.map((n) => String(n).padStart(17, "0")),
  );
});

test("audit records, in every order, for a tenant and for operators", async () => {
  const { tenant, place, portal } = await openTenant();
  const createdAt = new Date(now().getTime() - 12 * 3_600_000);
  const id = newRecordId(createdAt);
  const said = { actor: "network", action: "merchant.created", subjectKind: "merchant", subjectId: tenant.merchantId };
  await getPrisma().auditRecord.create({
    data: { id, tenantId: tenant.id, environment: "test", ...said, details: {}, requestId: id, createdAt },
  });
  const changed = {
    action: "'merchant.did_' || n % 3",
    actor: "'key ' || n % 2",
    number: "nextval(pg_get_serial_sequence('audit_records', 'number'))",
  };
  const add = (first: number, last: number) => addCopies({ table: "audit_records", id, changed, first, last });
  const operator = await createTestUser({ kind: "network_operator" });
  const { network } = portalOf(await openTestSession(operator));
  const shared = {
    sorts: TENANT_LISTS.audit.orders,
    valueOf: (row: Shown & { readonly actor: string; readonly action: string }, by: string) =>
      by === "who" ? row.actor.toLowerCase() : row.action,
  };
  await checkOrders({ ...shared, ask: (asked) => portal.audit.list({ ...place, ...asked }), add });
  await checkOrders({
    ...shared,
    ask: (asked) => network.audit.list({ environment: "test", tenantId: tenant.id, ...asked }),
    add: (first, last) => add(first + 100, last + 100),
  });
});
