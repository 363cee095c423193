import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { issueCard, replaceCard } from "@/server/contracts/rest/onboarding/cards";
import { inviteMember } from "@/server/contracts/rest/onboarding/members";
import { createMerchantKey, listMerchantKeys, rollMerchantKey } from "@/server/contracts/rest/onboarding/merchants";
import type { OperationContract } from "@/server/contracts/rest/operation";
import { createPaymentCode, getPaymentCode, replacePaymentCode } from "@/server/contracts/rest/payment-codes";
import { listTransactions } from "@/server/contracts/rest/reading-back/merchant-records";
import { createMemberCode } from "@/server/contracts/rest/sandbox";
import type { SecretShown } from "@/server/contracts/rest/secret-shown";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import * as ownWebhooks from "@/server/contracts/rest/webhooks/merchant-webhooks";
import * as webhooks from "@/server/contracts/rest/webhooks/webhook-subscriptions";
import { getPrisma } from "@/server/db/prisma";
import { assertBooksBalance } from "@/server/testing/books";
import { type CallOptions, call, expectError, send } from "@/server/testing/clients/api-client";
import type { Sender } from "@/server/testing/clients/credentials";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { bindTestSender } from "@/server/testing/engine/webhook-sender";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, outcomeOf, readCode } from "@/server/testing/factories/payment-codes";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";

withTestDatabase();
bindTestSender();

const FAILED = { status: 401, code: "authentication_failed" } as const;
const NO_KEY = { status: 404, code: "merchant_key_not_found" } as const;
const SPENT = { status: 409, code: "payment_code_not_usable" } as const;

type Body = Readonly<Record<string, unknown>> & { readonly secretShown?: SecretShown | undefined };

/** Loses the first response, repeats the request, and does what the repeat says. Returns both secrets. */
async function replaceLost<C extends OperationContract>(
  sender: Sender,
  contract: C,
  field: string,
  options: CallOptions<C>,
): Promise<{ lost: string; made: string; answer: Body }> {
  const idempotencyKey = randomUUID();
  const first = (await call(sender, contract, { ...options, idempotencyKey })).body as Body;
  const { [field]: lost, ...rest } = first;
  assert.deepEqual([typeof lost, first.secretShown], ["string", undefined]);
  const reply = await call(sender, contract, { ...options, idempotencyKey });
  const { secretShown, ...repeat } = reply.body as Body;
  assert.deepEqual([reply.status, repeat], [200, rest]);
  assert.ok(secretShown && !reply.text.includes(String(lost)));
  assert.match(secretShown.message, /shown once, in the first response\. If you don’t have it, send replaceWith/);
  const { method, path, body } = secretShown.replaceWith;
  const asked = { ...contract, method, path: path as `/${string}`, idempotency: "required" } as C;
  const sameBody = secretShown.message.includes("the body of this request") ? options.body : undefined;
  const answer = JSON.parse(
    (await send(sender, asked, { rawBody: JSON.stringify(body ?? sameBody ?? {}) } as CallOptions<C>)).text,
  ) as Body;
  const made = answer[field];
  assert.ok(typeof made === "string" && made !== lost, JSON.stringify(answer));
  return { lost: String(lost), made, answer };
}

test("a lost merchant’s key is rolled as its repeat says: the same key, and the old secret is dead", async () => {
  const tenant = await createTestTenant();
  const params = { id: tenant.merchantId };
  const body = { name: "Till 1", scopes: ["read" as const], expiresAt: "2099-01-01T00:00:00.000Z" };
  const { lost, made, answer } = await replaceLost(tenant, createMerchantKey, "key", { params, body });
  assert.deepEqual([answer.name, answer.scopes, answer.expiresAt], [body.name, body.scopes, body.expiresAt]);
  await expectError({ key: lost }, listTransactions, { body: {} }, FAILED);
  await call({ key: made }, listTransactions, { body: {} });
  const rolled = { params: { ...params, keyId: String(answer.id) } };
  const { lost: used, made: last } = await replaceLost(tenant, rollMerchantKey, "key", rolled);
  for (const key of [made, used]) await expectError({ key }, listTransactions, { body: {} }, FAILED);
  await call({ key: last }, listTransactions, { body: {} });
  const records = await getPrisma().auditRecord.findMany({ where: { action: "merchant_key.rolled" } });
  assert.deepEqual(new Set(records.map(({ subjectId }) => subjectId)), new Set([tenant.merchantId]));
  assert.equal(records.length, 3);
});

test("ten keys lost in a row fill one place; one that is revoked, has ended, or is another’s isn’t rolled", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant({ rateLimitTier: "sandbox" });
  const params = { id: tenant.merchantId };
  const make = async (body: object = {}) => (await call(tenant, createMerchantKey, { params, body })).body.id;
  for (let i = 0; i < 23; i += 1) await make();
  const short = await make({ expiresAt: "2026-03-02T10:00:30.000Z" });
  const { answer } = await replaceLost(tenant, createMerchantKey, "key", { params, body: {} });
  const rolled = { params: { ...params, keyId: String(answer.id) } };
  for (let i = 0; i < 9; i += 1) await call(tenant, rollMerchantKey, rolled);
  const { data } = (await call(tenant, listMerchantKeys, { params, query: { limit: "100" } })).body;
  assert.equal(data.filter(({ revokedAt }) => revokedAt === null).length, 25);
  clock.advance(30_000);
  await expectError(tenant, rollMerchantKey, { params: { ...params, keyId: short } }, NO_KEY);
  const other = await createTestTenant();
  await expectError(other, rollMerchantKey, { params: { id: other.merchantId, keyId: String(answer.id) } }, NO_KEY);
  const twins = { ...rolled, idempotencyKey: "roll-1" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(tenant, rollMerchantKey, twins)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
});

test("a card with a lost panToken is replaced as its repeat says, however often it is lost", async () => {
  const tenant = await createTestTenant();
  const { accountId } = await createTestCard(tenant);
  const params = { id: accountId };
  const body = { dailyCountLimit: 1 };
  const { lost, made, answer } = await replaceLost(tenant, issueCard, "panToken", { params, body });
  const again = { params: { ...params, cardId: String(answer.id) } };
  const { made: last } = await replaceLost(tenant, replaceCard, "panToken", again);
  const codes: (string | null)[] = [];
  for (const panToken of [lost, made, last, last]) {
    const { body: paid } = await call(tenant, createAuthorization, { body: { panToken, amount: 1 } });
    codes.push("reasonCode" in paid ? paid.reasonCode : null);
  }
  assert.deepEqual(codes, ["14", "14", null, "65"]);
});

const TERMS = {
  maxAmount: 20,
  allowRecurring: true,
  recurringInterval: "weekly" as const,
  recurringLimit: 3,
  expiryMinutes: 60,
  recurringThru: "2026-12-31",
  displayHint: "Lunch",
  metadata: { order: 7 },
  lockoutThreshold: 3,
};

test("a code with a lost PIN is replaced as its repeat says: same terms and deadline, new code and PIN", async () => {
  const clock = withFakeClock("2026-03-02T10:00:00.000Z");
  const tenant = await createTestTenant();
  const { memberId: member, accountId } = await createTestCard(tenant);
  const options = { body: { member, merchant: tenant.merchantId, ...TERMS }, idempotencyKey: "code-1" };
  const { code: lostCode } = (await call(tenant, createPaymentCode, options)).body;
  const before = await readCode(tenant, { code: lostCode });
  clock.advance(60_000);
  const shown = ((await call(tenant, createPaymentCode, options)).body as Body).secretShown;
  assert.equal(shown?.replaceWith.path, `/v1/payment-codes/${lostCode}/replace`);
  const lost = { params: { code: lostCode } };
  const { lost: lostPin, made: pin, answer } = await replaceLost(tenant, replacePaymentCode, "pin", lost);
  assert.equal(answer.expiresAt, "2026-03-02T11:00:00.000Z");
  const code = String(answer.code);
  const after = await readCode(tenant, { code });
  const own = { recordId: after.recordId, created: "2026-03-02T10:01:00.000Z" };
  assert.deepEqual(after, { ...before, ...own, account: accountId });
  const ended = await readCode(tenant, { code: lostCode });
  assert.deepEqual([ended.status, ended.revoked, ended.revokeReason], ["Code Revoked", true, "replaced"]);
  assert.equal(await outcomeOf(tenant, { code: lostCode, pin: lostPin }), "62");
  assert.equal(await outcomeOf(tenant, { code, pin: lostPin }), "55");
  assert.equal(await outcomeOf(tenant, { code, pin }), "approved");
  await assertBooksBalance();
});

test("a code is replaced once, with one event of its end and one of the new one, and never after it paid", async () => {
  const tenant = await createTestTenant();
  const code = await createTestCode(tenant, { singleUse: false });
  const params = { code: code.code };
  const twins = { params, idempotencyKey: "replace-1" };
  const answers = await Promise.all(Array.from({ length: 4 }, () => call(tenant, replacePaymentCode, twins)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 201]);
  await expectError(tenant, replacePaymentCode, { params }, SPENT);
  const events = await getPrisma().event.findMany({ where: { tenantId: tenant.id }, orderBy: { type: "asc" } });
  assert.deepEqual(
    events.map(({ type }) => type),
    ["payment_code.created", "payment_code.created", "payment_code.revoked"],
  );
  const made = answers.find(({ status }) => status === 201)?.body;
  assert.ok(made?.pin);
  const racing = { params: { code: made.code } };
  const [outcome, replaced] = await Promise.all([
    outcomeOf(tenant, { code: made.code, pin: made.pin }),
    send(tenant, replacePaymentCode, racing),
  ]);
  assert.equal(outcome === "approved", replaced.status === 409, `${outcome} ${replaced.text}`);
  const paid = await createTestCode(tenant, { singleUse: false });
  assert.equal(await outcomeOf(tenant, paid), "approved");
  await expectError(tenant, replacePaymentCode, { params: { code: paid.code } }, SPENT);
  assert.equal((await call(tenant, getPaymentCode, { params: { code: paid.code } })).body.status, "Code Active");
});

test("a member’s code that was lost is replaced as its repeat says, in the sandbox", async () => {
  const tenant = await createTestTenant();
  const [card, shop] = [await createTestCard(tenant), await createTestMerchant(tenant)];
  const body = { member: card.memberId, maxAmount: 5 };
  const { lost, made } = await replaceLost(tenant, createMemberCode, "code", { body });
  const sell = async (paymentCode: string, amount: number) => {
    const paymentMethod = { type: "paymentCode", paymentCode } as const;
    return (await call(shop, sellTransaction, { body: { amount, paymentMethod } })).body.reasonCode;
  };
  assert.equal(await sell(lost, 1), "62");
  assert.equal(await sell(made, 6), "61");
  assert.equal(await sell(made, 5), null);
  assert.equal((await createTestMemberCode(tenant, { card })).code.length, 8);
});

const HOOK = { url: "https://receiver.example.com/hooks", events: ["authorization.approved" as const] };

async function last4(id: string): Promise<readonly (string | null)[]> {
  const { secretLast4, nextSecretLast4 } = await getPrisma().webhookSubscription.findUniqueOrThrow({
    where: { id },
  });
  return [secretLast4, nextSecretLast4];
}

test("a lost signing secret is replaced as its repeat says, on both surfaces, and so is a next one", async () => {
  const tenant = await createTestTenant();
  const shop = await createTestMerchant(tenant);
  for (const [sender, made] of [
    [tenant, await replaceLost(tenant, webhooks.createSubscription, "secret", { body: HOOK })],
    [shop, await replaceLost(shop, ownWebhooks.createOwnSubscription, "secret", { body: HOOK })],
  ] as const) {
    const id = String(made.answer.id);
    assert.deepEqual(await last4(id), [made.made.slice(-4), null]);
    const lose = (ofTenant: OperationContract, ofMerchant: OperationContract) =>
      sender === tenant
        ? replaceLost<OperationContract>(tenant, ofTenant, "secret", { params: { id } })
        : replaceLost<OperationContract>(shop, ofMerchant, "secret", { rawBody: JSON.stringify({ id }) });
    const rotated = await lose(webhooks.rotateSecret, ownWebhooks.rotateOwnSecret);
    const following = await lose(webhooks.makeNextSecret, ownWebhooks.makeOwnNextSecret);
    assert.deepEqual(await last4(id), [rotated.made.slice(-4), following.made.slice(-4)]);
  }
});

test("a member with a lost link is invited again as the repeat says, outside the day’s limit", async () => {
  const tenant: TestTenant = await createTestTenant();
  const members = await Promise.all(Array.from({ length: 21 }, () => createTestCard(tenant)));
  const invite = (i: number) => ({
    params: { id: members[i]?.memberId ?? "" },
    body: { email: `person${i}@person.test` },
  });
  for (let i = 0; i < 19; i += 1) await call(tenant, inviteMember, invite(i));
  const { lost, made } = await replaceLost(tenant, inviteMember, "link", invite(19));
  assert.notEqual(lost, made);
  for (let i = 0; i < 10; i += 1) await call(tenant, inviteMember, invite(19));
  const limit = { status: 409, code: "daily_limit_reached" } as const;
  await expectError(tenant, inviteMember, invite(20), limit);
  const email = "person19@person.test";
  const links = await getPrisma().invitation.findMany({ where: { email }, orderBy: { createdAt: "asc" } });
  assert.equal(links.filter(({ revokedAt }) => revokedAt === null).length, 1);
  assert.equal(await getPrisma().email.count({ where: { recipient: email } }), 3);
});
