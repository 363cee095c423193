import assert from "node:assert/strict";
import { test } from "node:test";
import { getPrisma } from "@/server/db/prisma";
import { proveBooks } from "@/server/domain/books";
import { settleDue } from "@/server/domain/settlement";
import { now as currentTime, DAY_MS } from "@/server/platform/clock";
import { STATEMENT_CSV } from "@/server/presenters/tenant/statement-csv";
import { BUILDERS, READING, testTenantAuthority } from "@/server/testing/authority/tenant-authority";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { refund } from "@/server/testing/factories/settlements";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();

async function prepare(of: TestTenant): Promise<string> {
  const merchant = await createTestMerchant(of);
  await createTestSale(merchant);
  await settleDue({ now: new Date(currentTime().getTime() + DAY_MS) });
  const batch = await getPrisma().settlementBatch.findFirst({ where: { merchantId: merchant.id } });
  assert.ok(batch);
  return batch.id;
}

testTenantAuthority("settlement", {
  "tenant.settlement.list": {
    call: (portal, place) => portal.tenant.settlement.list(place),
    allowed: READING,
    others: null,
  },
  "tenant.settlement.get": {
    prepare,
    call: (portal, place, id) => portal.tenant.settlement.get({ ...place, id }),
    allowed: READING,
    others: "settlement_batch_not_found",
  },
  "tenant.settlement.lastProof": {
    call: (portal, place) => portal.tenant.settlement.lastProof(place),
    allowed: READING,
    others: null,
  },
  "tenant.settlement.money": {
    call: (portal, place) => portal.tenant.settlement.money(place),
    allowed: READING,
    others: null,
  },
  "tenant.settlement.settle": {
    call: (portal, place) => portal.tenant.settlement.settle({ ...place, key: crypto.randomUUID() }),
    allowed: { live: [], test: BUILDERS },
    isSandboxOnly: true,
    others: null,
  },
});

test("below its pages a tenant reads the proof of its own settlement, and nothing of another's breach", async () => {
  const tenant = await createTestTenant();
  const other = await createTestTenant();
  const [own, theirs] = [await prepare(tenant), await prepare(other)];
  const lastOf = async ({ id, slug }: TestTenant) => {
    const user = await createTestUser({ kind: "tenant_viewer", tenantId: id });
    const portal = portalOf(await openTestSession(user));
    return portal.tenant.settlement.lastProof({ tenant: slug, environment: "test" });
  };
  assert.equal(await lastOf(tenant), null);
  await proveBooks(networkCaller());
  const good = await lastOf(tenant);
  assert.ok(good && good.checks > 0);
  assert.equal(good.held, good.checks);
  await queryTestDatabase("ALTER TABLE settlement_batches DISABLE TRIGGER ALL");
  await queryTestDatabase(`UPDATE settlement_batches SET capture_count = capture_count + 1 WHERE id = '${theirs}'`);
  await proveBooks(networkCaller());
  assert.deepEqual({ ...(await lastOf(tenant)), at: null }, { ...good, at: null });
  assert.equal((await lastOf(other))?.held, good.checks - 1);
  assert.notEqual(own, theirs);
});

test("settling now makes one batch however often it is sent; a debt is carried over; all adds up", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const user = await createTestUser({ kind: "tenant_developer", tenantId: tenant.id });
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const { settlement } = portalOf(await openTestSession(user)).tenant;
  const shop = await createTestMerchant(tenant);
  const sale = await createTestSale(shop, { merchantReference: "=1+1" });
  clock.advance(1_000);
  const key = crypto.randomUUID();
  const made = await settlement.settle({ ...place, key });
  assert.deepEqual(await settlement.settle({ ...place, key }), made);
  await refund(shop, sale.transactionId, 25);
  clock.advance(1_000);
  await settlement.settle({ ...place, key: crypto.randomUUID() });
  const { items } = await settlement.list({ ...place, merchant: shop.id });
  assert.deepEqual(
    items.map(({ net, carriedIn, payout, carriedOut }) => [net, carriedIn, payout, carriedOut]),
    [
      [-25, 0, 0, -25],
      [60, 0, 60, 0],
    ],
  );
  const netsBy = async (sort: string) =>
    (await settlement.list({ ...place, merchant: shop.id, sort })).items.map(({ net }) => net);
  for (const sort of ["-net", "-payout", "time"] as const) assert.deepEqual(await netsBy(sort), [60, -25], sort);
  for (const sort of ["net", "payout"] as const) assert.deepEqual(await netsBy(sort), [-25, 60], sort);
  assert.equal((await netsBy("-merchant")).length, 2);
  const statement = await settlement.get({ ...place, id: made.batches[0] ?? "" });
  assert.deepEqual(
    statement.lines.map(({ gross, merchantReference }) => [gross, merchantReference]),
    [[60, "=1+1"]],
  );
  const money = (await settlement.money(place)).find(({ merchant }) => merchant === shop.id);
  assert.deepEqual([money?.pending, money?.settled, money?.paidOut, money?.carriedOver], [0, 35, 60, -25]);
  const audited = await getPrisma().auditRecord.findMany({ where: { userId: user.id } });
  assert.deepEqual(
    audited.map(({ action }) => action),
    ["settlement.run", "settlement.run"],
  );
});

test("no cell of a statement is a formula, and none breaks its row", () => {
  const line = { id: "3Fq8rTBhLm5QdXc7K", kind: "refund", transactionId: "3Fq8rTBhLm5QdXc7K", refundId: null } as const;
  const rest = {
    rootId: line.id,
    authorizationNumber: "1234567",
    authorizationId: line.id,
    payer: null,
    metadata: null,
    currency: "USD",
    amountMinor: -250n,
    feeMinor: -4n,
    createdAt: new Date(0),
  };
  const csv = ["=cmd()", '@a"b', "a,b", "-1", "a;=1"]
    .map((merchantReference) => STATEMENT_CSV.line({ ...line, ...rest, merchantReference }, new Date(0)))
    .join("");
  const references = csv.split("\r\n").map((row) => row.replace(/^.*K,,/, "").replace(/,[^,]*,[^,]*,[^,]*$/, ""));
  assert.deepEqual(references, ["'=cmd()", `"'@a""b"`, '"a,b"', "'-1", `"a;'=1"`, ""]);
  assert.ok(csv.includes(",refund,-2.50,USD,1234567,"));
});
