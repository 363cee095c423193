import assert from "node:assert/strict";
import { test } from "node:test";
import { redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { call, type Reply, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestCode, outcomeOf, type TestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileHashingIsBlocked } from "@/server/testing/faults/blocked-hashing";

withTestDatabase();

const QUEUE = 2 + 64;
const UNKNOWN = { code: "0000000000", pin: "0000000" };

const CODES: readonly (readonly [
  what: string,
  outcome: string,
  prepare: (tenant: TestTenant) => Promise<Pick<TestCode, "code" | "pin">>,
])[] = [
  ["an unknown code", "14", async () => UNKNOWN],
  [
    "a used code",
    "65",
    async (tenant) => {
      const code = await createTestCode(tenant);
      assert.equal(await outcomeOf(tenant, code), "approved");
      return code;
    },
  ],
  [
    "a revoked code",
    "62",
    async (tenant) => {
      const code = await createTestCode(tenant);
      await call(tenant, revokePaymentCode, { params: { code: code.code } });
      return code;
    },
  ],
  ["an active code with a wrong PIN", "55", async (tenant) => withWrongPin(tenant)],
];

async function withWrongPin(tenant: TestTenant) {
  const code = await createTestCode(tenant, { lockoutThreshold: 100 });
  return { code: code.code, pin: code.wrongPin };
}

/**
 * While bcrypt is blocked, as many redemptions wait as the queue holds: each costs a bcrypt, whether or not its code exists.
 */
for (const [what, outcome, prepare] of CODES) {
  test(`${what} costs a bcrypt like any other`, async () => {
    const owner = await createTestTenant();
    await createTestCard(owner);
    const code = await prepare(owner);
    const redeem = () => send(owner, redeemPaymentCode, { body: { ...code, amount: 1, merchant: owner.merchantId } });
    // Opens the pool's connections, which could not log in while hashing is blocked.
    await Promise.all(Array.from({ length: QUEUE }, () => call(owner, getTenantIdentity)));
    await outcomeOf(owner, UNKNOWN);
    const started = await whileHashingIsBlocked(async () => {
      const requests: Promise<Reply>[] = [];
      for (let i = 0; i <= QUEUE; i += 1) requests.push(redeem());
      const first = await Promise.race(requests);
      assert.deepEqual([first.status, JSON.parse(first.text).error.code], [503, "temporarily_unavailable"]);
      return requests;
    });
    const replies = await Promise.all(started);
    assert.equal(replies.filter(({ status }) => status === 503).length, 1);
    const outcomes = replies.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text).reasonCode);
    assert.deepEqual(new Set(outcomes), new Set([outcome]));
    assert.equal(outcomes.length, QUEUE);
  });
}
