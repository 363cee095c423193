import assert from "node:assert/strict";
import { test } from "node:test";
import { listMerchantMoney } from "@/server/domain/queries";
import { DAY_MS, now } from "@/server/platform/clock";
import { assertBooksBalance } from "@/server/testing/books";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestMerchant, suspendTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import { refund } from "@/server/testing/factories/settlements";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestSale } from "@/server/testing/factories/transactions";
import { LOCK_WAITS, whileStopped } from "@/server/testing/faults/blocked-query";
import { settleDue } from "./settle-due";
import { type MerchantSettlement, settleMerchant } from "./settle-merchant";

withTestDatabase();

const SALES = 6;
const IN_TWOS = { piece: 2 };
const MOST_WAIT_MS = 30_000;
const KILLED = /the database is away/;

async function createShop() {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const shop = await createTestMerchant(await createTestTenant());
  const sales: string[] = [];
  for (let i = 0; i < SALES; i += 1) {
    sales.push((await createTestSale(shop, { amount: 10 })).transactionId);
    clock.advance(1_000);
  }
  return { clock, shop, sales };
}

function scopeOf({ id, tenant }: TestMerchant): MerchantSettlement {
  const at = now();
  return {
    merchantId: id,
    tenantId: tenant.id,
    environment: "test",
    currency: "USD",
    request: null,
    settledDay: new Date("2026-03-02"),
    cutoffAt: at,
    now: at,
  };
}

async function killIt(): Promise<void> {
  await queryTestDatabase(`SELECT pg_terminate_backend(pid, ${MOST_WAIT_MS}) FROM (${LOCK_WAITS}) AS waiting`);
}

/** FAMILY blocks the piece that collects the sale; NETWORK blocks only a payout. */
const FAMILY = "SELECT 1 FROM authorizations WHERE id = (SELECT root_id FROM captures WHERE id = $1) FOR UPDATE";
const NETWORK = "SELECT 1 FROM accounts WHERE kind = 'network' FOR UPDATE";

async function pendingOf({ id, tenant }: TestMerchant): Promise<bigint> {
  const [money] = await listMerchantMoney({ tenantId: tenant.id, environment: "test" }, id);
  return money?.pendingMinor ?? 0n;
}

test("however many pieces it takes, it is one batch and one payout", async () => {
  const { shop } = await createShop();
  const batches = await settleMerchant(scopeOf(shop), IN_TWOS);
  assert.deepEqual(
    batches.map(({ captureCount, payoutMinor }) => [captureCount, payoutMinor]),
    [[SALES, 60_00n]],
  );
  assert.equal(await pendingOf(shop), 0n);
  assert.deepEqual(await queryTestDatabase("SELECT 1 FROM open_batches"), []);
  await assertBooksBalance();
});

test("a run killed between two pieces has paid nothing, and the next goes on with its batch", async () => {
  const { shop, sales } = await createShop();
  const killed = whileStopped(
    { text: FAMILY, values: [sales[3]] },
    () => settleMerchant(scopeOf(shop), IN_TWOS),
    async () => {
      assert.equal(await pendingOf(shop), 60_00n);
      await killIt();
    },
  );
  await assert.rejects(killed, KILLED);
  assert.equal(await pendingOf(shop), 60_00n);
  assert.deepEqual(await queryTestDatabase("SELECT families FROM open_batches"), [{ families: 2 }]);
  await assertBooksBalance();
  const batches = await settleMerchant(scopeOf(shop), IN_TWOS);
  assert.deepEqual(
    batches.map(({ captureCount, payoutMinor }) => [captureCount, payoutMinor]),
    [[SALES, 60_00n]],
  );
  await assertBooksBalance();
});

test("a settlement killed with all collected is paid by the next day's run, though no line waits", async () => {
  const { clock, shop } = await createShop();
  const killed = whileStopped({ text: NETWORK, values: [] }, () => settleMerchant(scopeOf(shop), IN_TWOS), killIt);
  await assert.rejects(killed, KILLED);
  assert.deepEqual(await queryTestDatabase("SELECT 1 FROM captures WHERE batch_id IS NULL"), []);
  assert.equal(await pendingOf(shop), 60_00n);
  await assertBooksBalance();
  clock.advance(DAY_MS);
  assert.equal(await settleDue({ now: clock.now() }), 1);
  assert.equal(await pendingOf(shop), 0n);
  await assertBooksBalance();
});

test("a refund of a collected sale lowers the next batch, and is not held up", async () => {
  const { clock, shop, sales } = await createShop();
  const [batch] = await whileStopped(
    { text: FAMILY, values: [sales[3]] },
    () => settleMerchant(scopeOf(shop), IN_TWOS),
    async () => {
      clock.advance(1_000);
      await refund(shop, sales[0] ?? "", 4);
    },
  );
  assert.deepEqual([batch?.captureCount, batch?.refundCount, batch?.payoutMinor], [SALES, 0, 60_00n]);
  clock.advance(1_000);
  const [next] = await settleMerchant(scopeOf(shop));
  assert.deepEqual([next?.captureCount, next?.refundCount, next?.carriedOutMinor], [0, 1, -4_00n]);
  await assertBooksBalance();
});

test("a merchant suspended meanwhile is not paid, and is once it may be again", async () => {
  const { shop, sales } = await createShop();
  const settled = await whileStopped(
    { text: FAMILY, values: [sales[3]] },
    () => settleMerchant(scopeOf(shop), IN_TWOS),
    () => suspendTestMerchant(shop),
  );
  assert.deepEqual(settled, []);
  assert.equal(await pendingOf(shop), 60_00n);
  await assertBooksBalance();
  await queryTestDatabase("UPDATE merchants SET status = 'active' WHERE id = $1", [shop.id]);
  const [batch] = await settleMerchant(scopeOf(shop), IN_TWOS);
  assert.deepEqual([batch?.captureCount, batch?.payoutMinor], [SALES, 60_00n]);
  await assertBooksBalance();
});
