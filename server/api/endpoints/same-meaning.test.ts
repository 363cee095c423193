import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { redeemPaymentCode, revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import * as transactions from "@/server/contracts/rest/transactions";
import { updateSubscription } from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { type CallOptions, call, expectError } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { withTestDatabase } from "@/server/testing/database";
import { createTestHold } from "@/server/testing/factories/authorizations";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { createTestMerchantHold } from "@/server/testing/factories/transactions";
import { createTestSubscription } from "@/server/testing/factories/webhook-subscriptions";

withTestDatabase();

const REUSED = { status: 422, code: "idempotency_key_reused" } as const;

type Spelled = Pick<CallOptions<OperationContract>, "params" | "rawBody">;

async function expectOne(
  sender: Sender,
  operation: OperationContract,
  { same, others }: { readonly same: readonly Spelled[]; readonly others: readonly Spelled[] },
): Promise<void> {
  const idempotencyKey = "order-1";
  const [first, ...repeats] = same;
  const { text, headers } = await call(sender, operation, { ...first, idempotencyKey });
  assert.equal(headers.get("idempotent-replayed"), null);
  for (const spelled of repeats) {
    const repeat = await call(sender, operation, { ...spelled, idempotencyKey });
    assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [text, "true"], JSON.stringify(spelled));
  }
  for (const other of others) await expectError(sender, operation, { ...other, idempotencyKey }, REUSED);
}

const bodies = (...texts: readonly string[]): Spelled[] => texts.map((rawBody) => ({ rawBody }));

test("an authorization: order, blanks, numbers, escapes, unknown fields and what is left out do not count", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const metadata = '"metadata":{"order":{"no":1,"of":"é"},"tags":[1,2]}';
  await expectOne(tenant, contracts.createAuthorization, {
    same: bodies(
      `{"panToken":"${panToken}","amount":10,${metadata}}`,
      `{"metadata":{"tags":[1.0,2e0],"order":{"of":"\\u00e9","no":1}},"amount":1e1,"panToken":"${panToken}"}`,
      `\n{ "panToken" : "${panToken}" , "amount" : 10.00, "currency":"USD", "unknown":{"a":1}, ${metadata} }`,
    ),
    others: bodies(
      `{"panToken":"${panToken}","amount":10.01,${metadata}}`,
      `{"panToken":"${panToken}","amount":10}`,
      `{"panToken":"${panToken}","amount":10,"currency":"EUR",${metadata}}`,
      `{"panToken":"${panToken}","amount":10,${metadata.replace("[1,2]", "[2,1]")}}`,
      `{"panToken":"${panToken}","amount":10,${metadata.replace("1,2", '1,"2"')}}`,
    ),
  });
});

test("an authorization: a channel by its slug or its record id", async () => {
  const tenant = await createTestTenant();
  const { panToken } = await createTestCard(tenant);
  const through = (channel: string) => `{"panToken":"${panToken}","amount":10,"channel":"${channel}"}`;
  await expectOne(tenant, contracts.createAuthorization, {
    same: bodies(through("e-commerce"), through("CHANeCommerce0001")),
    others: bodies(through("mail-phone"), through("CHANrecurring0001")),
  });
});

for (const operation of [contracts.captureAuthorization, contracts.reverseAuthorization]) {
  test(`${operation.id}: the number or the record id, no body or an empty one`, async () => {
    const tenant = await createTestTenant();
    const { authorizationId, recordId } = await createTestHold(tenant);
    const elsewhere = await createTestHold(tenant);
    const ids = [authorizationId, recordId].map((id) => ({ id }));
    await expectOne(tenant, operation, {
      same: ids.flatMap((params) => [{ params }, { params, rawBody: "{}" }, { params, rawBody: " " }]),
      others: [
        { params: { id: recordId }, rawBody: '{"amount":60}' },
        { params: { id: elsewhere.recordId } },
        { params: { id: elsewhere.authorizationId } },
        { params: { id: "NoSuchRecord00001" } },
      ],
    });
  });
}

test("an increment, approved or refused, is of the authorization, by number or by record id", async () => {
  for (const amount of [5, 9_000]) {
    const tenant = await createTestTenant();
    const { authorizationId, recordId } = await createTestHold(tenant);
    const rawBody = `{"amount":${amount}}`;
    await expectOne(tenant, contracts.incrementAuthorization, {
      same: [recordId, authorizationId, recordId].map((id) => ({ params: { id }, rawBody })),
      others: [{ params: { id: authorizationId }, rawBody: '{"amount":6}' }],
    });
  }
});

test("a merchant's capture and void: the number or the record id", async () => {
  for (const operation of [transactions.captureTransaction, transactions.voidTransaction]) {
    const merchant = await createTestMerchant(await createTestTenant());
    const { authorizationId } = await createTestMerchantHold(merchant);
    const { id } = await getPrisma().authorization.findFirstOrThrow({
      where: { authorizationNumber: authorizationId },
    });
    const other = await createTestMerchantHold(merchant);
    await expectOne(merchant, operation, {
      same: bodies(
        `{"authorizationId":"${id}","amount":5}`,
        `{"amount":5.0,"authorizationId":"${authorizationId}"}`,
        `{"authorizationId":"${id}","amount":5}`,
      ),
      others: bodies(`{"authorizationId":"${other.authorizationId}","amount":5}`, `{"authorizationId":"${id}"}`),
    });
  }
});

test("a sale: a panToken by itself is the card of that panToken", async () => {
  const merchant = await createTestMerchant(await createTestTenant());
  const { panToken } = await createTestCard(merchant.tenant);
  await expectOne(merchant, transactions.sellTransaction, {
    same: bodies(
      `{"amount":5,"paymentMethod":"${panToken}"}`,
      `{"paymentMethod":{"panToken":"${panToken}","type":"card"},"amount":5}`,
    ),
    others: bodies(`{"amount":5,"paymentMethod":"${panToken}","merchantReference":"x"}`),
  });
});

test("a payment code counts as it is meant, in a path and in a body", async () => {
  const tenant = await createTestTenant();
  const { code, pin } = await createTestCode(tenant);
  const typed = (text: string) => `${text.slice(0, 3)}-${text.slice(3)}`.toLowerCase();
  const rest = `"amount":5,"merchant":"${tenant.merchantId}"`;
  await expectOne(tenant, redeemPaymentCode, {
    same: bodies(
      `{"code":"${code}","pin":"${pin}",${rest}}`,
      `{"code":"${typed(code)}","pin":"${typed(pin)}","amount":5.0,"merchant":"${tenant.merchantId}"}`,
    ),
    others: bodies(`{"code":"${code}","pin":"0000000",${rest}}`),
  });
  const revoked = await createTestCode(tenant);
  const idempotencyKey = "revoke-1";
  const first = await call(tenant, revokePaymentCode, { params: { code: revoked.code }, idempotencyKey });
  const repeat = await call(tenant, revokePaymentCode, {
    params: { code: typed(revoked.code) },
    rawBody: "{}",
    idempotencyKey,
  });
  assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
  await expectError(tenant, revokePaymentCode, { params: { code }, idempotencyKey }, REUSED);
});

test("another operation with the same fields is another request", async () => {
  const tenant = await createTestTenant();
  const { recordId: id } = await createTestHold(tenant);
  await call(tenant, contracts.captureAuthorization, {
    params: { id },
    body: { amount: 5 },
    idempotencyKey: "order-1",
  });
  const reverse = { params: { id }, body: { amount: 5 }, idempotencyKey: "order-1" };
  await expectError(tenant, contracts.reverseAuthorization, reverse, REUSED);
});

test("null where it is a value of its own is not the same as nothing", async () => {
  const tenant = await createTestTenant();
  const params = { id: await createTestSubscription(tenant, { events: ["authorization.approved"] }) };
  await expectOne(tenant, updateSubscription, {
    same: [{ params, rawBody: '{"description":null}' }],
    others: [{ params, rawBody: "{}" }],
  });
});
