import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, capture, declineOf } from "@/server/testing/factories/authorization-steps";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, type TestUser } from "@/server/testing/factories/portal";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { createTestDelivery } from "@/server/testing/factories/webhook-deliveries";
import { answerListCsv } from "./tenant";

withTestDatabase();

const LISTS = [
  "authorizations",
  "payment-codes",
  "charge-requests",
  "members",
  "merchants",
  "logs",
  "webhooks",
  "settlement",
  "audit",
  "disputes",
];

async function askAs(user: TestUser | null, tenant: TestTenant, list: string, filters: Record<string, string> = {}) {
  const token = user && (await sealSession({ token: { sid: await openTestSession(user) } }));
  const headers = new Headers(token ? { cookie: `closed-loop.session=${token}` } : {});
  const { environment = "test", ...rest } = filters;
  const wanted = { tenant: tenant.slug, environment, list, filters: Object.entries(rest) };
  return answerListCsv(headers, wanted);
}

function rowsOf(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i] ?? "", cell])));
}

test("a file has what the filters let through, every amount with its decimals, and no formula", async () => {
  const tenant = await createTestTenant();
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const card = await createTestCard(tenant);
  const held = await authorize(tenant, card, 7.5);
  await authorize(tenant, card, 3);
  await capture(tenant, held.recordId, 2.5);
  const declined = await declineOf(tenant, card, 5_000, { reasonCode: "51" });
  const shop = await createTestMerchant(tenant);
  await createTestSale(shop, { card, merchantReference: "=1+1" });
  const bytes = Buffer.from(await (await askAs(viewer, tenant, "authorizations")).arrayBuffer());
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf], "Excel takes it for UTF-8");
  const all = await askAs(viewer, tenant, "authorizations");
  assert.equal(all.headers.get("cache-control"), "no-store");
  assert.match(all.headers.get("content-disposition") ?? "", /^attachment; filename="authorizations-/);
  const rows = rowsOf(await all.text());
  assert.deepEqual(
    rows.map((row) => [row.record_id, row.amount, row.held, row.captured, row.currency, row.decline_code]),
    [
      [rows[0]?.record_id, "60.00", "0.00", "60.00", "USD", ""],
      [declined.recordId, "5000.00", "0.00", "0.00", "USD", "51"],
      [rows[2]?.record_id, "3.00", "3.00", "0.00", "USD", ""],
      [held.recordId, "7.50", "5.00", "2.50", "USD", ""],
    ],
  );
  assert.equal(rows[0]?.merchant_reference, "'=1+1");
  const filtered = await (await askAs(viewer, tenant, "authorizations", { state: "declined" })).text();
  assert.deepEqual(
    rowsOf(filtered).map(({ record_id }) => record_id),
    [declined.recordId],
  );
});

test("a list longer than one read is in the file whole, each record once", async () => {
  const tenant = await createTestTenant();
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const COUNT = 2_100;
  const { id: tenantId, environment } = tenant;
  const at = (i: number) => new Date(now().getTime() - Math.floor(i / 3));
  const data = Array.from({ length: COUNT }, (_, i) => {
    return { id: newRecordId(at(i)), tenantId, environment, name: `Person ${i}`, createdAt: at(i) };
  });
  await getPrisma().member.createMany({ data });
  const rows = rowsOf(await (await askAs(viewer, tenant, "members")).text());
  assert.equal(new Set(rows.map(({ member_id }) => member_id)).size, COUNT);
  assert.equal(rows.length, COUNT);
});

test("with ids the file has these alone, in the order of the list, as far as the filters let them through", async () => {
  const tenant = await createTestTenant();
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const others = (await createTestCard(await createTestTenant())).memberId;
  const COUNT = 1_100;
  const { id: tenantId, environment } = tenant;
  const members = Array.from({ length: COUNT }, (_, i) => {
    const createdAt = new Date(now().getTime() - i * 1_000);
    return { id: newRecordId(createdAt), tenantId, environment, name: `Person ${i % 2}`, createdAt };
  });
  await getPrisma().member.createMany({ data: members });
  const [first = "", second = "", last = ""] = [0, 1, COUNT - 1].map((i) => members[i]?.id);
  const idsOf = async (filters: Record<string, string>) =>
    rowsOf(await (await askAs(viewer, tenant, "members", filters)).text()).map(({ member_id }) => member_id);
  assert.deepEqual(await idsOf({ ids: [last, second, first, second, others].join(",") }), [first, second, last]);
  assert.deepEqual(await idsOf({ ids: first }), [first]);
  assert.deepEqual(await idsOf({ ids: [first, second].join(","), search: "Person 1" }), [second]);
  assert.deepEqual(await idsOf({ ids: "none" }), []);
  assert.deepEqual(await idsOf({ ids: [first, second, last].join(","), sort: "name" }), [first, last, second]);
  assert.deepEqual(await idsOf({ ids: [first, second].join(","), sort: "-name" }), [second, first]);
  for (const ids of ["", ",", "\0", Array.from({ length: 201 }, () => first).join(",")]) {
    assert.equal((await askAs(viewer, tenant, "members", { ids })).status, 404, ids);
  }
});

test("the deliveries of a webhook are a file, in the order that was asked for", async () => {
  const { tenant, subscriptionId: id } = await createTestDelivery("https://receiver.example.com/hooks");
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const text = await (await askAs(viewer, tenant, "deliveries", { id, sort: "-event" })).text();
  assert.deepEqual(
    rowsOf(text).map(({ event, status, attempts }) => [event, status, attempts]),
    [["authorization.approved", "Webhook Pending", "0"]],
  );
});

test("nobody else gets a file, nor anyone one that there is not", async () => {
  const tenant = await createTestTenant();
  const other = await createTestTenant();
  const viewer = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const stranger = await createTestUser({ kind: "tenant_owner", tenantId: other.id });
  const member = await createTestUser({ kind: "member", memberId: (await createTestCard(tenant)).memberId });
  for (const list of LISTS) {
    const answer = await askAs(viewer, tenant, list);
    assert.equal(answer.status, 200, list);
    await answer.body?.cancel();
    for (const user of [null, stranger, member]) assert.equal((await askAs(user, tenant, list)).status, 404, list);
    const theirs = await (await askAs(stranger, other, list, { tenant: tenant.slug })).text();
    assert.ok(!theirs.includes(tenant.merchantId), list);
  }
  const wrong: readonly [string, Record<string, string>][] = [
    ["deliveries", {}],
    ["deliveries", { id: "00000000000000000" }],
    ["members", { sort: "amount" }],
    ["__proto__", {}],
    ["constructor", {}],
    ["authorizations", { state: "no such state" }],
    ["authorizations", { environment: "nowhere" }],
    ["charge-requests", { search: "a\0b" }],
    ["logs", { key: "\0" }],
    ["audit", { actor: "\0" }],
  ];
  for (const [list, filters] of wrong) assert.equal((await askAs(viewer, tenant, list, filters)).status, 404, list);
});
