import assert from "node:assert/strict";
import { test } from "node:test";
import { sealSession } from "@/server/auth/session-cookie";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf, type TestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { answerNetworkCsv } from "./network";

withTestDatabase();

const LISTS = ["tenants", "merchants", "members", "settlement", "engine", "audit"];

async function askAs(user: TestUser | null, list: string, filters: Record<string, string> = {}) {
  const token = user && (await sealSession({ token: { sid: await openTestSession(user) } }));
  const headers = new Headers(token ? { cookie: `closed-loop.session=${token}` } : {});
  return answerNetworkCsv(headers, { list, filters: new URLSearchParams({ environment: "test", ...filters }) });
}

async function rowsOf(answer: Promise<Response>): Promise<Record<string, string>[]> {
  const [head = "", ...lines] = (await (await answer).text()).trimEnd().split("\r\n");
  const names = head.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, i) => [names[i] ?? "", cell])));
}

test("an operators' list is a file, filtered and in order as its page is", async () => {
  // The file name contains the date, so midnight must not pass during the test.
  withFakeClock(new Date().toISOString());
  const operator = await createTestUser({ kind: "network_operator" });
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  await createTestSale(shop, { card });
  const { network } = portalOf(await openTestSession(operator));
  await network.merchants.setStatus({ environment: "test", id: shop.id, status: "suspended" });

  const answer = await askAs(operator, "tenants");
  assert.equal(answer.headers.get("cache-control"), "no-store");
  const date = now().toISOString().slice(0, 10);
  assert.equal(answer.headers.get("content-disposition"), `attachment; filename="tenants-network-test-${date}.csv"`);

  const suspended = await rowsOf(askAs(operator, "merchants", { status: "suspended" }));
  assert.deepEqual(
    suspended.map((row) => [row.merchant_id, row.tenant_id, row.status, row.same_day_reversal]),
    [[shop.id, tenant.id, "suspended", "no"]],
  );
  const merchants = await rowsOf(askAs(operator, "merchants", { sort: "-status" }));
  assert.equal(merchants[0]?.merchant_id, shop.id);

  const [member] = await rowsOf(askAs(operator, "members", { search: card.memberId }));
  assert.equal(member?.member_id, card.memberId);
  assert.match(member?.available ?? "", /^USD \d+\.\d\d$/);

  const audit = await rowsOf(askAs(operator, "audit", { action: "merchant.suspended" }));
  assert.deepEqual(
    audit.map((row) => [row.actor, row.subject_id]),
    [[operator.email, shop.id]],
  );
});

test("batches are a file, by the day that was asked for, every amount with its decimals", async () => {
  const operator = await createTestUser({ kind: "network_operator" });
  const tenant = await createTestTenant();
  const day = new Date("2026-03-04T00:00:00Z");
  const data = [day, new Date("2026-03-05T00:00:00Z")].map((settledDay) => ({
    id: newRecordId(now()),
    tenantId: tenant.id,
    environment: "test" as const,
    merchantId: tenant.merchantId,
    currency: "USD",
    settledDay,
    captureCount: 2,
    refundCount: 1,
    capturedMinor: 1_250n,
    refundedMinor: 250n,
    carriedInMinor: -1_000n,
    payoutMinor: 0n,
    carriedOutMinor: 0n,
    cutoffAt: now(),
    createdAt: now(),
  }));
  await getPrisma().settlementBatch.createMany({ data });
  const rows = await rowsOf(askAs(operator, "settlement", { day: "2026-03-04" }));
  assert.deepEqual(
    rows.map((row) => [row.batch_id, row.day, row.lines, row.captured, row.refunded, row.carried_in]),
    [[data[0]?.id, "2026-03-04", "3", "12.50", "2.50", "-10.00"]],
  );
});

test("a list longer than one read is in the file whole, each record once", async () => {
  const operator = await createTestUser({ kind: "network_operator" });
  const { id: tenantId, environment } = await createTestTenant();
  const COUNT = 2_100;
  const at = (i: number) => new Date(now().getTime() - Math.floor(i / 3));
  const data = Array.from({ length: COUNT }, (_, i) => {
    return { id: newRecordId(at(i)), tenantId, environment, name: `Crowd ${i}`, createdAt: at(i) };
  });
  await getPrisma().member.createMany({ data });
  const rows = await rowsOf(askAs(operator, "members", { search: "crowd", sort: "name" }));
  assert.equal(new Set(rows.map(({ member_id }) => member_id)).size, COUNT);
  assert.equal(rows.length, COUNT);
});

test("nobody else gets a file, nor anyone one that there is not", async () => {
  const tenant = await createTestTenant();
  const operator = await createTestUser({ kind: "network_operator" });
  const owner = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const member = await createTestUser({ kind: "member", memberId: (await createTestCard(tenant)).memberId });
  const unsafe = await createTestUser({ kind: "network_operator" }, { hasSecondFactor: false });
  for (const list of LISTS) {
    const answer = await askAs(operator, list);
    assert.equal(answer.status, 200, list);
    await answer.body?.cancel();
    for (const user of [null, owner, member, unsafe]) assert.equal((await askAs(user, list)).status, 404, list);
  }
  const wrong: readonly [string, Record<string, string>][] = [
    ["runs", {}],
    ["__proto__", {}],
    ["constructor", {}],
    ["tenants", { environment: "nowhere" }],
    ["tenants", { sort: "amount" }],
    ["merchants", { status: "no such status" }],
    ["settlement", { day: "yesterday" }],
    ["engine", { state: "waiting" }],
    ["engine", { sort: "-time" }],
    ["members", { search: "a\0b" }],
    ["audit", { actor: "\0" }],
  ];
  for (const [list, filters] of wrong) assert.equal((await askAs(operator, list, filters)).status, 404, list);
});
