import assert from "node:assert/strict";
import { before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { readReceipt } from "@/server/api/receipts";
import { cookies } from "@/server/auth/cookie";
import { findKnownBrowser, rememberBrowser } from "@/server/auth/known-browser";
import { readSession } from "@/server/auth/session";
import { sealSession } from "@/server/auth/session-cookie";
import { createAuthorization } from "@/server/contracts/rest/authorizations";
import { setPayoutAccount } from "@/server/contracts/rest/onboarding/merchants";
import { createPaymentCode } from "@/server/contracts/rest/payment-codes";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { findBankAccount, setBankAccount } from "@/server/domain/bank";
import { listOutbox } from "@/server/domain/emails";
import { createPaymentFile, listDuePayouts, openPaymentFile } from "@/server/domain/payouts";
import { settleNow } from "@/server/domain/settlement";
import { actAsOperator, findReset, requestPasswordReset, signIn } from "@/server/domain/users";
import { makeNextSecret } from "@/server/domain/webhooks";
import { now } from "@/server/platform/clock";
import { decryptText } from "@/server/platform/crypto";
import { SettingError } from "@/server/platform/env";
import { lastingVersion } from "@/server/platform/key-ring";
import { readAmount } from "@/server/platform/money";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { tenantCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, outcomeOf } from "@/server/testing/factories/payment-codes";
import { createTestUser, type openTestSession, userCaller } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { startWithKeys } from "@/server/testing/server-keys";
import { beginSecondFactor, confirmSecondFactor } from "../users";
import { openServerKeys, type Resealed, reseal } from ".";
import { forgetKey } from "./reseal";

const [FIRST, SECOND, THIRD] = ["1", "2", "3"].map((digit) => digit.repeat(64));

withTestDatabase();
before(() => startWithKeys({ HMAC_KEY: FIRST ?? "" }));

const rotateTo = async (setting: Parameters<typeof startWithKeys>[0]) => {
  startWithKeys(setting);
  await openServerKeys({ now: now() });
};
const stopsWith = (setting: Parameters<typeof startWithKeys>[0], sentence: RegExp) =>
  assert.rejects(rotateTo(setting), (error) => error instanceof SettingError && sentence.test(error.message));

async function makeWorld() {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant);
  const codes = await Promise.all([1, 2, 3].map(() => createTestCode(tenant)));
  const minting = { body: { member: card.memberId }, idempotencyKey: "mint" };
  const minted = await call(tenant, createPaymentCode, minting);
  const paying = { body: { panToken: card.panToken, amount: 5 }, idempotencyKey: "pay" };
  const paid = await call(tenant, createAuthorization, paying);
  const unknown = { body: { panToken: "nobodyHasThisCard", amount: 5 }, idempotencyKey: "unknown" };
  const sale = await call(merchant, sellTransaction, { body: { amount: 5, paymentMethod: card.panToken } });
  const bank = { holder: "Canteen Ltd", country: "DE", accountNumber: "DE89370400440532013000" };
  await call(tenant, setPayoutAccount, { params: { id: merchant.id }, body: bank });
  const operator = await actAsOperator(await userCaller(await createTestUser({ kind: "network_operator" })), {
    environment: "test",
  });
  await setBankAccount(operator, { ...bank, currency: "EUR", bankCode: null, bankName: "Commerzbank" }, null);
  await setBankAccount(operator, { ...bank, currency: "USD", bankCode: null, bankName: "Commerzbank" }, null);
  const at = { ...tenantCaller(tenant), now: new Date(now().getTime() + 1) };
  await settleNow(at, { merchantId: merchant.id, request: null });
  const [due] = (await listDuePayouts(operator)).filter(({ currency }) => currency === "USD");
  assert.ok(due);
  const sum = readAmount(Number(due.sumMinor) / 100);
  const file = { currency: "USD", day: due.day, format: "csv", executesOn: due.day, payoutCount: 1, sum } as const;
  const { id: fileId } = await createPaymentFile(operator, file, null);
  const { row, secret } = await subscribe(tenant);
  const next = await makeNextSecret(tenantCaller(tenant), { id: row.id, at: null }, null);
  await expectError(tenant, createAuthorization, unknown, { status: 422, code: "14" });
  const user = await createTestUser({ kind: "tenant_owner", tenantId: tenant.id });
  const caller = await userCaller(user);
  const factor = await beginSecondFactor(caller, { password: user.password });
  const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) });
  const code = () => totp.generate({ timestamp: now().getTime() });
  const { recoveryCodes } = await confirmSecondFactor(caller, { code: code() });
  await requestPasswordReset({ now: now() }, { email: user.email });
  const [email] = (await listOutbox()).filter(
    ({ recipient, text }) => recipient === user.email && text.includes("/reset/"),
  );
  const session = await openTestSessionOf(user, code);
  const cookie = `${cookies().sessionToken.name}=${await sealSession({ token: { sid: session } })}`;
  const browser = rememberBrowser(null, user.email).split(";")[0] ?? "";
  return {
    tenant,
    card,
    codes,
    minting,
    minted,
    paying,
    paid,
    unknown,
    receiptId: sale.body.receipt?.id ?? "",
    subscriptionId: row.id,
    secret,
    nextSecret: next.secret,
    payments: await openPaymentFile(operator, { id: fileId }),
    openPayments: () => openPaymentFile(operator, { id: fileId }),
    user,
    code,
    recoveryCodes: [...recoveryCodes],
    cookie,
    browser,
    email,
  };
}

async function openTestSessionOf(user: Parameters<typeof openTestSession>[0], code: () => string): Promise<string> {
  withFakeClock("2026-11-22T10:01:00Z");
  const session = await signIn({ now: now() }, { ...user, code: code(), userAgent: null, address: null });
  assert.ok(session);
  return session.sessionId;
}

type World = Awaited<ReturnType<typeof makeWorld>>;

/** Everything that uses the key more than once must still work. */
async function assertWhole(world: World, at: string): Promise<void> {
  withFakeClock(at);
  const { tenant, user } = world;
  const [code] = world.codes.splice(0, 1);
  assert.ok(code);
  assert.equal(await outcomeOf(tenant, { ...code, pin: code.wrongPin }), "55", "a wrong PIN is wrong");
  assert.equal(await outcomeOf(tenant, code), "approved", "a code from before pays with its PIN");
  const again = await call(tenant, createPaymentCode, world.minting);
  assert.deepEqual([again.status, again.body.code], [200, world.minted.body.code], "a replay has the code");
  const another = await call(tenant, createAuthorization, { body: { panToken: world.card.panToken, amount: 1 } });
  assert.equal(another.body.status, "approved", "a card’s token pays");
  const replay = await call(tenant, createAuthorization, world.paying);
  assert.deepEqual([replay.status, replay.text], [200, world.paid.text]);
  const other = { ...world.paying, body: { ...world.paying.body, amount: 6 } };
  await expectError(tenant, createAuthorization, other, { status: 422, code: "idempotency_key_reused" });
  await expectError(tenant, createAuthorization, world.unknown, { status: 422, code: "14" });
  assert.ok(await readReceipt(world.receiptId), "a receipt’s link opens");
  const { sealedSecret, nextSealedSecret } = await getPrisma().webhookSubscription.findUniqueOrThrow({
    where: { id: world.subscriptionId },
  });
  assert.equal(decryptText("webhook-secret", sealedSecret), world.secret);
  assert.equal(decryptText("webhook-secret", nextSealedSecret ?? ""), world.nextSecret);
  assert.deepEqual(await world.openPayments(), world.payments);
  const { sealedAccount } = await getPrisma().merchantPayoutAccount.findFirstOrThrow({
    where: { merchant: { tenantId: tenant.id } },
  });
  assert.match(decryptText("payout-account", sealedAccount), /DE89370400440532013000/);
  const account = await findBankAccount({ environment: "test", now: now() }, "EUR");
  assert.equal(account?.accountNumber, "DE89370400440532013000");
  for (const second of [world.code(), world.recoveryCodes.pop()]) {
    const signedIn = await signIn({ now: now() }, { ...user, code: second, userAgent: null, address: null });
    assert.ok(signedIn, "an authenticator’s code, and a recovery code, sign in");
  }
  assert.equal((await readSession(new Headers({ cookie: world.cookie })))?.userId, user.id);
  assert.ok(findKnownBrowser(world.browser, user.email));
  const token = /\/reset\/([0-9a-f]{48})/.exec(world.email?.text ?? "")?.[1] ?? "";
  assert.ok(await findReset({ now: now() }, token));
  assert.ok((await listOutbox()).some(({ text }) => text === world.email?.text));
  assert.equal(lastingVersion("authorization-number"), 1, "no number is drawn twice");
}

test("a rotation loses nothing: with both keys, re-sealed, and without the old key", async () => {
  withFakeClock("2026-11-22T10:00:00Z");
  const world = await makeWorld();
  await rotateTo({ HMAC_KEYS: `2:${SECOND},1:${FIRST}` });
  await assertWhole(world, "2026-11-22T10:02:00Z");
  const done: Resealed[] = [];
  assert.deepEqual(await reseal({ now: now() }, (place) => done.push(place)), [1]);
  assert.ok(
    done.every(({ resealed, unreadable }) => resealed > 0 && unreadable === 0),
    JSON.stringify(done),
  );
  await reseal({ now: now() }, ({ resealed }) => assert.equal(resealed, 0, "a second time there is nothing to do"));
  await rotateTo({ HMAC_KEYS: `2:${SECOND}` });
  await assertWhole(world, "2026-11-22T10:03:00Z");
  // A second rotation carries over what is kept of the first key.
  await rotateTo({ HMAC_KEYS: `3:${THIRD},2:${SECOND}` });
  await reseal({ now: now() }, () => undefined);
  await rotateTo({ HMAC_KEYS: `3:${THIRD}` });
  await assertWhole(world, "2026-11-22T10:04:00Z");
  await forgetKey({ version: 1, now: now() });
  await rotateTo({ HMAC_KEYS: `3:${THIRD}` });
  assert.equal(await readReceipt(world.receiptId), null, "what a forgotten key signed is accepted no more");
  assert.equal(await readSession(new Headers({ cookie: world.cookie })), null);
  const lost = { status: 409, code: "answer_not_kept" } as const;
  await expectError(world.tenant, createAuthorization, world.paying, lost);
  assert.equal(lastingVersion("authorization-number"), 1);
  await stopsWith({ HMAC_KEYS: `3:${THIRD},1:${FIRST}` }, /^Version 1 .*forgotten/);
  await stopsWith({ HMAC_KEYS: `2:${SECOND}` }, /version 3 of the server’s key: add 3:/);
});

test("a value made under a new key names its version, everywhere", async () => {
  withFakeClock("2026-11-22T10:00:00Z");
  await rotateTo({ HMAC_KEYS: `3:${THIRD}` });
  const world = await makeWorld();
  const { recordId } = world.codes[0] ?? { recordId: "" };
  const db = getPrisma();
  const scope = { contains: world.tenant.id };
  const [code, subscription, user, invitation, answers, emails] = await Promise.all([
    db.paymentCode.findUniqueOrThrow({ where: { id: recordId } }),
    db.webhookSubscription.findUniqueOrThrow({ where: { id: world.subscriptionId } }),
    db.user.findUniqueOrThrow({ where: { id: world.user.id }, include: { recoveryCodes: true } }),
    db.passwordReset.findFirstOrThrow({ where: { userId: world.user.id } }),
    db.idempotencyKey.findMany({ where: { scope } }),
    db.email.findMany({ where: { recipient: world.user.email } }),
  ]);
  const made = [
    ...[code.codeHash, code.pinHash, subscription.sealedSecret, user.sealedTotpSecret, invitation.tokenHash],
    ...[world.receiptId.split("-")[1], world.cookie.split("=")[1], world.browser.split(".").at(-1)],
    ...user.recoveryCodes.map(({ codeHash }) => codeHash),
    ...answers.flatMap(({ body, fingerprint, isEncrypted }) => [fingerprint, ...(isEncrypted ? [body] : [])]),
    ...emails.map(({ sealedText }) => sealedText),
  ];
  for (const value of made) assert.match(value ?? "", /^3~/);
});
