import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import { getTenantIdentity } from "@/server/contracts/rest/tenants";
import { getTransaction, sellTransaction } from "@/server/contracts/rest/transactions";
import { getLimiter } from "@/server/platform/limiters";
import { call, expectError, type Reply, send } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant, createTestMerchantKey, type TestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, storedCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { chargeOn, createTestSale, sellOn } from "@/server/testing/factories/transactions";
import { countMiss } from "./limiters";

withTestDatabase();

/** The sandbox tier: 25 requests per second, bursts of 50, of which a merchant may use half. */
const BURST = 50;
const SHARE = 25;
const HOUR_S = 3_600;
// On a busy machine a burst may take longer than the usual two-second window.
beforeEach(() => {
  getLimiter("tier-sandbox", BURST, HOUR_S);
  getLimiter("share-sandbox", SHARE, HOUR_S);
});
const LIMITED = { status: 429, code: "rate_limit_exceeded" } as const;
const PER_MERCHANT = 30;
const NOTHING = { body: { transactionId: "3Fq8rT2kZb7Wn4XsD" } };

async function burst(merchant: TestMerchant, count: number): Promise<Reply[]> {
  const first = await send(merchant, getTransaction, NOTHING);
  const others = Array.from({ length: count - 1 }, () => send(merchant, getTransaction, NOTHING));
  return [first, ...(await Promise.all(others))];
}

test("a merchant has half of its tenant's tier, whichever of its keys it uses; the rest is the tenant's", async () => {
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const merchant = await createTestMerchant(tenant);
  const [secondKey, other] = [await createTestMerchantKey(merchant), await createTestMerchant(tenant)];
  const replies = await burst(merchant, SHARE + 10);
  assert.equal(replies.filter(({ status }) => status === 404).length, SHARE);
  assert.equal(replies.filter(({ status }) => status === 429).length, 10);
  for (const { headers } of replies) assert.equal(headers.get("ratelimit-policy"), `"sandbox";q=${SHARE};w=2`);
  for (const key of [merchant, secondKey]) {
    const limited = await expectError(key, getTransaction, NOTHING, LIMITED);
    assert.ok(Number(limited.headers.get("retry-after")) <= HOUR_S);
    assert.match(limited.headers.get("ratelimit") ?? "", /^"sandbox";r=0;/);
  }
  const left = (reply: Reply) => /r=(\d+);/.exec(reply.headers.get("ratelimit") ?? "")?.[1];
  assert.equal(left(await call(tenant, getTenantIdentity)), String(BURST - SHARE - 1));
  const [first, ...rest] = await burst(other, SHARE);
  assert.equal(first && left(first), String(SHARE - 2), "what the tenant has left is less than the share");
  assert.equal(rest.filter(({ status }) => status === 429).length, 1);
  await expectError(tenant, getTenantIdentity, {}, LIMITED);
});

test("tier standard announces a share of 100 in two seconds, network nothing", async () => {
  for (const [rateLimitTier, policy] of [
    ["standard", '"standard";q=100;w=2'],
    ["network", null],
  ] as const) {
    const merchant = await createTestMerchant(await createTestTenant({ rateLimitTier }));
    const [reply] = await burst(merchant, 1);
    assert.equal(reply?.headers.get("ratelimit-policy"), policy);
  }
});

const LOOK_UPS: Readonly<Record<string, (merchant: TestMerchant, code: string) => Promise<unknown>>> = {
  validate: async (merchant, code) => {
    const { body } = await call(merchant, codes.validatePaymentCode, { body: { paymentCode: code } });
    assert.equal(body.reasonCode, "14");
  },
  sale: async (merchant, code) => assert.equal(await sellOn(merchant, { code }), "14"),
  "recurring-charge": async (merchant, code) => assert.equal(await chargeOn(merchant, { code }), "14"),
  "transactions/sale": async (merchant, code) => {
    const paymentMethod = { type: "paymentCode", paymentCode: code } as const;
    const { body } = await call(merchant, sellTransaction, { body: { amount: 1, paymentMethod } });
    assert.equal(body.reasonCode, "14");
  },
};

function guess(i: number): string {
  return `0000${String(i).padStart(4, "0")}`;
}

for (const [name, lookUp] of Object.entries(LOOK_UPS)) {
  test(`${name}: misses past the budget are refused on every way; right codes, cards, other merchants pay`, async () => {
    const tenant = await createTestTenant();
    const [guesser, other] = [await createTestMerchant(tenant), await createTestMerchant(tenant)];
    const code = await createTestMemberCode(tenant, { singleUse: false });
    for (let i = 0; i < PER_MERCHANT; i += 1) await lookUp(guesser, guess(i));
    const paymentCode = guess(1);
    const paymentMethod = { type: "paymentCode", paymentCode } as const;
    for (const sender of [guesser, await createTestMerchantKey(guesser)]) {
      const refused = [
        await expectError(sender, codes.validatePaymentCode, { body: { paymentCode } }, LIMITED),
        await expectError(sender, codes.sellPaymentCode, { body: { paymentCode, amount: 1 } }, LIMITED),
        await expectError(sender, codes.chargePaymentCode, { body: { paymentCode, amount: 1 } }, LIMITED),
        await expectError(sender, sellTransaction, { body: { amount: 1, paymentMethod } }, LIMITED),
      ];
      for (const { headers } of refused) {
        const seconds = Number(headers.get("retry-after"));
        assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 600, `Retry-After: ${seconds}`);
      }
    }
    assert.equal(await sellOn(guesser, code), "approved");
    await createTestSale(guesser);
    await lookUp(other, paymentCode);
    assert.equal(await sellOn(other, code), "approved");
  });
}

test("a code without a PIN waits after some hundred misses: it is all that a guesser has to find", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const [bare, guarded] = [await createTestMemberCode(tenant), await createTestCode(tenant)];
  const guesser = { keyId: "any", merchant: `${tenant.id}:${merchant.id}` };
  for (let i = 0; i < 600; i += 1) await countMiss(guesser);
  await expectError(merchant, codes.sellPaymentCode, { body: { paymentCode: bare.code, amount: 1 } }, LIMITED);
  assert.equal((await storedCode(bare)).uses, 0);
  assert.equal(await sellOn(merchant, guarded), "approved");
});

test("malformed codes, wrong PINs and other refusals are no guesses", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const code = await createTestCode(tenant, { lockoutThreshold: 100 });
  const used = await createTestMemberCode(tenant);
  await sellOn(merchant, used);
  for (let i = 0; i <= PER_MERCHANT; i += 1) {
    const { body } = await call(merchant, codes.validatePaymentCode, { body: { paymentCode: "0000" } });
    assert.equal(body.reasonCode, "14");
    assert.equal(await sellOn(merchant, { ...code, pin: code.wrongPin }), "55");
    assert.equal(await sellOn(merchant, used), "65");
  }
  assert.equal(await sellOn(merchant, code), "approved");
});

test("a waiting caller still gets the answers given before", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const code = await createTestMemberCode(tenant);
  const options = { body: { paymentCode: code.code, amount: 1 }, idempotencyKey: "till-1" };
  const first = await call(merchant, codes.sellPaymentCode, options);
  for (let i = 0; i < PER_MERCHANT; i += 1) await sellOn(merchant, { code: guess(i) });
  const repeat = await call(merchant, codes.sellPaymentCode, options);
  assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
});
