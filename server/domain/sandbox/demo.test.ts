import assert from "node:assert/strict";
import { test } from "node:test";
import { seedSandbox } from "@/prisma/seed";
import { DEFAULT_CAP } from "@/server/contracts/demo";
import { getPrisma } from "@/server/db/prisma";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { readAmount } from "@/server/platform/money";
import { AccountId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { withTestDatabase } from "@/server/testing/database";
import { OPEN_TERMS } from "@/server/testing/factories/payment-code-rows";
import { redeemPaymentCode } from "../authorizations";
import { topUpSandbox } from "../members";
import { createMemberCode } from "../payment-codes";
import { createDemoCode, findDemo, findDemoCharge, redeemDemoCode } from ".";

withTestDatabase();

const ROBIN = AccountId.parse("TESTacctRobin0001");
const FULL = 1_000_000_00n;

const request = () => ({ now: now(), requestId: newRecordId(now()) });

/** Possible with the public keys: a code without a cap, and a charge of it. */
async function take(amount: number, isSale: boolean): Promise<void> {
  const demo = await findDemo(request());
  assert.ok(demo);
  const { code } = await createMemberCode(demo.member, OPEN_TERMS, null);
  const charge = {
    code,
    pin: null,
    amount: readAmount(amount),
    merchant: null,
    currency: null,
    deviceFingerprint: null,
    metadata: null,
    merchantReference: null,
    isSale,
    isRecurring: false,
  };
  const { row } = await redeemPaymentCode(demo.merchant, charge, null);
  assert.equal(row?.responseCode, "00");
}

const countFundings = () => getPrisma().entry.count({ where: { accountId: ROBIN, posting: { kind: "funding" } } });

async function pays(): Promise<boolean> {
  const { code } = await createDemoCode(request(), DEFAULT_CAP);
  const charge = await findDemoCharge(request(), code);
  const { row } = await redeemDemoCode(charge, { amount: readAmount(4.5), isSale: true }, null);
  return row?.responseCode === "00";
}

test("a code funds nothing as long as the demo’s member can pay", async () => {
  await seedSandbox();
  await take(999_000, true);
  await createDemoCode(request(), DEFAULT_CAP);
  await assertBalance(ROBIN, { postedMinor: 1_000_00n, heldMinor: 0n });
  assert.equal(await countFundings(), 1, "what it opened with");
});

test("the next codes give spent demo money back, together once", async () => {
  await take(1_000, true);
  await assertBalance(ROBIN, { postedMinor: 0n, heldMinor: 0n });
  await Promise.all([
    ...Array.from({ length: 6 }, () => createDemoCode(request(), DEFAULT_CAP)),
    topUpSandbox({ now: now() }),
  ]);
  await assertBalance(ROBIN, { postedMinor: FULL, heldMinor: 0n });
  assert.equal(await countFundings(), 2);
  assert.ok(await pays());
  await assertBooksBalance();
});

test("a hold of all its money doesn’t end the demo either", async () => {
  await topUpSandbox({ now: now() });
  await take(1_000_000, false);
  await assertBalance(ROBIN, { postedMinor: FULL, heldMinor: FULL });
  assert.ok(await pays());
  await assertBalance(ROBIN, { postedMinor: 2n * FULL - 4_50n, heldMinor: FULL });
  await assertBooksBalance();
});
