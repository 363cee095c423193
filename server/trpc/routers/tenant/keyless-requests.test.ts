import assert from "node:assert/strict";
import { test } from "node:test";
import { MERCHANT_OPERATIONS } from "@/server/api/merchant-v1";
import { V1_OPERATIONS } from "@/server/api/v1";
import * as codes from "@/server/contracts/rest/merchant-payment-codes";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { chargeRecurring } from "@/server/contracts/rest/recurring";
import { fundAccount } from "@/server/contracts/rest/sandbox";
import * as contracts from "@/server/contracts/rest/transactions";
import { flushRequestLog, openRequestLog } from "@/server/domain/request-log";
import { now } from "@/server/platform/clock";
import { newRecordId } from "@/server/platform/ids";
import { send } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { DAY_MS } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { queryTestDatabase } from "@/server/testing/database-rows";
import { createTestAgreement } from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestMemberCode } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold, createTestSale } from "@/server/testing/factories/transactions";

withTestDatabase();
openRequestLog();

async function openShop() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant, { isSameDayReversalEnabled: true });
  const user = await createTestUser({ kind: "tenant_viewer", tenantId: tenant.id });
  const { tenant: portal } = portalOf(await openTestSession(user));
  const place = { tenant: tenant.slug, environment: "test" } as const;
  const countOf = async () => (await portal.overview.get({ ...place, period: "24h" })).attention.keyless;
  return { tenant, merchant, portal, place, countOf };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function logged(sender: Sender, operation: OperationContract, body: object, key: string | null, path = {}) {
  const sent = { rawBody: JSON.stringify(body), idempotencyKey: key, params: path };
  const { status, headers, text } = await send(sender, operation, sent);
  await flushRequestLog();
  return { status, text, id: headers.get("x-request-id") ?? "" };
}

const payByCard = async ({ tenant }: Shop) => ({
  amount: 5,
  paymentMethod: (await createTestCard(tenant)).panToken,
});
const payByCode = async ({ tenant }: Shop) => ({
  amount: 5,
  paymentCode: (await createTestMemberCode(tenant, { allowRecurring: true })).code,
});
const partOfHold = async ({ merchant }: Shop) => ({
  authorizationId: (await createTestMerchantHold(merchant)).authorizationId,
  amount: 5,
});
const ofSale = async ({ merchant }: Shop) => ({ transactionId: (await createTestSale(merchant)).transactionId });

const MOVES: readonly (readonly [OperationContract, (shop: Shop) => Promise<object>])[] = [
  [contracts.authorizeTransaction, payByCard],
  [contracts.sellTransaction, payByCard],
  [codes.sellPaymentCode, payByCode],
  [codes.chargePaymentCode, payByCode],
  [contracts.captureTransaction, partOfHold],
  [contracts.incrementTransaction, partOfHold],
  [contracts.voidTransaction, partOfHold],
  [contracts.refundTransaction, async (shop) => ({ ...(await ofSale(shop)), amount: 5 })],
  [contracts.reverseTransaction, ofSale],
  [
    chargeRecurring,
    async ({ merchant }) => ({ recurringAuthorizationId: (await createTestAgreement(merchant)).id, amount: 5 }),
  ],
];

test("operations with an amount require an Idempotency-Key or recommend one", () => {
  const takesAmount = ({ body, idempotency }: OperationContract) =>
    idempotency !== "none" && body !== undefined && "shape" in body.schema && "amount" in (body.schema.shape as object);
  const all: readonly OperationContract[] = [...V1_OPERATIONS, ...MERCHANT_OPERATIONS];
  const lax = all.filter((contract) => takesAmount(contract) && contract.idempotency === "optional");
  // An agreement's amount is only a term; no money moves before the first charge.
  assert.deepEqual(
    lax.map(({ id }) => id),
    ["authorizeRecurring"],
  );
  assert.deepEqual(
    all
      .filter(({ idempotency }) => idempotency === "recommended")
      .map(({ id }) => id)
      .sort(),
    [...MOVES.map(([{ id }]) => id), fundAccount.id].sort(),
  );
});

for (const [operation, prepare] of MOVES) {
  test(`${operation.id} without an Idempotency-Key is marked, counted, and found in the log; with one not`, async () => {
    const shop = await openShop();
    const { merchant, portal, place, countOf } = shop;
    const [keyed, keyless] = [await prepare(shop), await prepare(shop)];
    await flushRequestLog();
    await queryTestDatabase("UPDATE request_records SET is_keyless = false WHERE tenant_id = $1", [shop.tenant.id]);
    assert.equal((await logged(merchant, operation, keyed, "order-1")).status, 200);
    assert.deepEqual(await countOf(), { count: 0, isCut: false });
    const { status, id } = await logged(merchant, operation, keyless, null);
    assert.equal(status, 200);
    const { items } = await portal.requests.list({ ...place, keyless: "yes" });
    assert.deepEqual(
      items.map((item) => [item.id, item.isKeyless]),
      [[id, true]],
    );
    assert.equal((await portal.requests.get({ ...place, id })).isKeyless, true);
  });
}

test("money added to a test account without a key is marked too", async () => {
  const { tenant, countOf } = await openShop();
  const { accountId } = await createTestCard(tenant);
  for (const key of [null, "funding-1"]) await logged(tenant, fundAccount, { amount: 10 }, key, { id: accountId });
  assert.deepEqual(await countOf(), { count: 1, isCut: false });
});

test("requests without moved money are not marked: declines, refusals, charges put to the member", async () => {
  const { tenant, merchant, portal, place, countOf } = await openShop();
  const poor = await createTestCard(tenant, { fundsMinor: 1n });
  const agreement = await createTestAgreement(merchant, { maxAmount: 20 });
  const answers = [
    await logged(merchant, contracts.sellTransaction, { amount: 5, paymentMethod: poor.panToken }, null),
    await logged(merchant, codes.sellPaymentCode, { amount: 5, paymentCode: "ZZZZ9999" }, null),
    await logged(merchant, contracts.captureTransaction, { authorizationId: "1234567" }, null),
    await logged(merchant, contracts.sellTransaction, { amount: -5, paymentMethod: poor.panToken }, null),
    await logged(
      merchant,
      chargeRecurring,
      { recurringAuthorizationId: agreement.id, amount: 35, onExceed: "ask" },
      null,
    ),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 404, 400, 200],
  );
  assert.match(answers.at(-1)?.text ?? "", /"status":"PendingApproval"/);
  assert.deepEqual(await countOf(), { count: 0, isCut: false });
  assert.deepEqual((await portal.requests.list({ ...place, keyless: "yes" })).items, []);
});

async function addKeyless(shop: Shop, count: number, at: Date): Promise<void> {
  const { id: tenantId, publicKey } = shop.tenant;
  const ids = Array.from({ length: count }, () => newRecordId(at));
  await queryTestDatabase(
    `INSERT INTO request_records (id, tenant_id, environment, key_id, method, path, status, is_replay, is_keyless, duration_ms, created_at)
      SELECT id, $2, 'test', $3, 'POST', '/merchant/v1/transactions/sale', 200, false, true, 1, $4 FROM unnest($1::text[]) id`,
    [ids, tenantId, publicKey, at],
  );
}

test("the overview counts the last day of its own tenant, up to a thousand", async () => {
  const [shop, other] = [await openShop(), await openShop()];
  await addKeyless(shop, 3, new Date(now().getTime() - DAY_MS - 60_000));
  await addKeyless(shop, 1_000, new Date(now().getTime() - DAY_MS / 2));
  assert.deepEqual(
    [await shop.countOf(), await other.countOf()],
    [
      { count: 1_000, isCut: false },
      { count: 0, isCut: false },
    ],
  );
});

test("a count over a thousand says that it was cut, and reads no more", async () => {
  const shop = await openShop();
  await addKeyless(shop, 1_200, new Date(now().getTime() - 60_000));
  assert.deepEqual(await shop.countOf(), { count: 1_000, isCut: true });
});
