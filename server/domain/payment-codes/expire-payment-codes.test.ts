import assert from "node:assert/strict";
import { test } from "node:test";
import { getPool } from "@/server/db/pool";
import { getPrisma } from "@/server/db/prisma";
import { query } from "@/server/db/query";
import { sql } from "@/server/db/sql";
import { newRecordId } from "@/server/platform/ids";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCode, outcomeOf, readCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { expirePaymentCodes } from "./expire-payment-codes";
import { type PaymentCodeRow, statusAt } from "./payment-code";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const TEN_MINUTES_MS = 600_000;

test("the sweep ends what is over, wipes its PIN, and leaves alone what is not or has ended", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const [fresh, used, locked] = [
    await createTestCode(tenant, { expiryMinutes: 11 }),
    await createTestCode(tenant),
    await createTestCode(tenant, { lockoutThreshold: 1 }),
  ];
  const over = [await createTestCode(tenant), await createTestCode(tenant, { singleUse: false })];
  const recurring = await createTestCode(tenant, { allowRecurring: true, recurringThru: "2026-03-03" });
  assert.equal(await outcomeOf(tenant, used), "approved");
  assert.equal(await outcomeOf(tenant, recurring), "approved");
  assert.equal(await outcomeOf(tenant, { ...locked, pin: locked.wrongPin }), "75");
  clock.advance(TEN_MINUTES_MS - 1);
  assert.equal(await expirePaymentCodes({ now: clock.now() }), 0);
  clock.advance(1);
  assert.equal(await expirePaymentCodes({ now: clock.now() }), 2);
  assert.equal(await expirePaymentCodes({ now: clock.now() }), 0);
  for (const code of over) {
    const { status, pinHash } = await storedCode(code);
    assert.deepEqual({ status, pinHash }, { status: "expired", pinHash: null });
    assert.equal((await readCode(tenant, code)).status, "Code Expired");
    assert.equal(await outcomeOf(tenant, code), "54");
  }
  const left = await Promise.all([fresh, used, locked, recurring].map(storedCode));
  assert.deepEqual(
    left.map(({ status }) => status),
    ["active", "used", "locked", "active"],
  );
  clock.advance(DAY_MS);
  assert.equal(
    await expirePaymentCodes({ now: clock.now() }),
    1,
    "the fresh one; the recurring one is good until midnight",
  );
  clock.advance(DAY_MS);
  assert.equal(await expirePaymentCodes({ now: clock.now() }), 1);
  assert.equal((await storedCode(recurring)).pinHash, null);
});

test("the sweep and a reading agree about every code at every time", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const id = (await createTestCode(tenant)).recordId;
  const template = await getPrisma().paymentCode.findUniqueOrThrow({ where: { id } });
  const times = [TEN_MINUTES_MS - 1, TEN_MINUTES_MS, DAY_MS, 40 * DAY_MS].map((ms) => new Date(Date.parse(START) + ms));
  for (const at of times) {
    const codes = [0, 1].flatMap((uses) =>
      [true, false].flatMap((isRecurring) =>
        [null, new Date("2026-03-03T00:00:00.000Z")].map((thru) => ({ uses, isRecurring, thru })),
      ),
    );
    const data = codes.map(({ uses, isRecurring, thru }) => ({
      ...template,
      metadata: {},
      id: newRecordId(clock.now()),
      codeHash: newRecordId(clock.now()),
      isSingleUse: false,
      uses,
      isRecurring,
      recurringThru: isRecurring ? thru : null,
    }));
    await getPrisma().paymentCode.deleteMany({ where: { tenantId: tenant.id } });
    await getPrisma().paymentCode.createMany({ data });
    const rows = await query<PaymentCodeRow>(getPool(), sql`SELECT * FROM payment_codes`);
    const expected = new Map(rows.map((row) => [row.id, statusAt(row, at)]));
    await expirePaymentCodes({ now: at });
    const swept = await getPrisma().paymentCode.findMany();
    assert.deepEqual(new Map(swept.map((row) => [row.id, row.status])), expected);
  }
});

test("a full batch means that there may be more, and sweeps at once share the work", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const { recordId } = await createTestCode(tenant);
  const template = await getPrisma().paymentCode.findUniqueOrThrow({ where: { id: recordId } });
  await getPrisma().paymentCode.deleteMany({ where: { tenantId: tenant.id } });
  const copy = () => ({ ...template, metadata: {}, id: newRecordId(clock.now()), codeHash: newRecordId(clock.now()) });
  await getPrisma().paymentCode.createMany({ data: Array.from({ length: 1_500 }, copy) });
  clock.advance(TEN_MINUTES_MS);
  assert.equal(await expirePaymentCodes({ now: clock.now() }), 1_000);
  const counts = await Promise.all(Array.from({ length: 4 }, () => expirePaymentCodes({ now: clock.now() })));
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    500,
  );
  assert.equal(await getPrisma().paymentCode.count({ where: { tenantId: tenant.id, status: "expired" } }), 1_500);
});

test("a late redemption wipes the PIN before the sweep does", async () => {
  const clock = withFakeClock(START);
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant);
  clock.advance(TEN_MINUTES_MS);
  assert.equal(await outcomeOf(tenant, code), "54");
  const { status, pinHash } = await storedCode(code);
  assert.deepEqual({ status, pinHash }, { status: "expired", pinHash: null });
});
