import assert from "node:assert/strict";
import { test } from "node:test";
import { validatePaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { revokePaymentCode } from "@/server/contracts/rest/payment-codes";
import { authorizeRecurring } from "@/server/contracts/rest/recurring";
import { approveAgreement } from "@/server/contracts/rest/sandbox";
import { assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { DAY_MS, withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import {
  AGREEMENT_TERMS,
  approve,
  charge,
  chargeOutcome,
  deny,
  readAgreement,
} from "@/server/testing/factories/agreements";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestMerchant, type TestMerchant } from "@/server/testing/factories/merchants";
import {
  createTestCode,
  createTestMemberCode,
  outcomeOf,
  readCode,
  storedCode,
} from "@/server/testing/factories/payment-codes";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { chargeOn } from "@/server/testing/factories/transactions";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

const START = "2026-03-02T10:00:00.000Z";
const MINUTE_MS = 60_000;
const SPENT = { status: 409, code: "payment_code_not_usable" } as const;

interface Typed {
  readonly code: string;
  readonly pin?: string;
}

async function ask(
  merchant: TestMerchant,
  { code, pin }: Typed,
  fields: { readonly idempotencyKey?: string; readonly currency?: string; readonly amount?: number } = {},
) {
  const { idempotencyKey, ...terms } = fields;
  const body = { paymentCode: code, ...(pin === undefined ? {} : { pin }), ...AGREEMENT_TERMS, ...terms };
  return call(merchant, authorizeRecurring, { body, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) });
}

async function askOutcome(merchant: TestMerchant, typed: Typed): Promise<string> {
  const { status, body } = await ask(merchant, typed);
  assert.equal(status, 200);
  if (body.status === "PendingApproval") return body.status;
  const { recurringAuthorizationId, memberId, expiresAt } = body;
  assert.deepEqual(
    [body.status, recurringAuthorizationId, memberId, expiresAt],
    ["Denied", null, null, null],
    "a denial reveals nothing about the member",
  );
  assert.ok(body.reasonMessage);
  return body.reasonCode ?? "";
}

async function createShop(): Promise<TestMerchant> {
  return createTestMerchant(await createTestTenant());
}

for (const [kind, create] of [
  ["a tenant’s code with its PIN", createTestCode],
  ["a member’s code without one", createTestMemberCode],
] as const) {
  test(`${kind} asks its member; approval uses it up, and its account pays`, async () => {
    const merchant = await createShop();
    const { tenant } = merchant;
    const code = await create(tenant, { allowRecurring: true });
    const { body } = await ask(merchant, code);
    const id = body.recurringAuthorizationId ?? "";
    assert.deepEqual([body.status, body.memberId], ["PendingApproval", code.card.memberId]);
    assert.deepEqual([(await storedCode(code)).status, (await storedCode(code)).uses], ["active", 0]);
    const approved = await approve(tenant, { id });
    assert.deepEqual([approved.status, approved.paymentMethod], ["Active", code.card.accountId]);
    const spent = await storedCode(code);
    assert.deepEqual([spent.status, spent.uses, spent.pinHash], ["used", 1, null]);
    assert.equal(await askOutcome(merchant, code), "65");
    assert.equal((await charge(merchant, { id })).body.approved, true);
    await assertBooksBalance();
  });
}

test("of several requests with one code the first that is approved uses it up", async () => {
  const merchant = await createShop();
  const code = await createTestMemberCode(merchant.tenant, { allowRecurring: true });
  const [first, second, third] = [await ask(merchant, code), await ask(merchant, code), await ask(merchant, code)];
  const idOf = ({ body }: typeof first) => ({ id: body.recurringAuthorizationId ?? "" });
  await approve(merchant.tenant, idOf(second));
  await expectError(merchant.tenant, approveAgreement, { params: idOf(first) }, SPENT);
  assert.equal((await readAgreement(merchant, idOf(first))).status, "PendingApproval");
  assert.equal((await deny(merchant.tenant, idOf(third))).status, "Denied");
});

test("approvals of several requests with one code at once: exactly one", async () => {
  const merchant = await createShop();
  const { tenant } = merchant;
  const code = await createTestMemberCode(tenant, { allowRecurring: true });
  const ids = [];
  for (let i = 0; i < 8; i += 1) ids.push((await ask(merchant, code)).body.recurringAuthorizationId ?? "");
  const results = await Promise.allSettled(ids.map((id) => approve(tenant, { id })));
  assert.equal(results.filter(({ status }) => status === "fulfilled").length, 1);
  const statuses = await Promise.all(ids.map(async (id) => (await readAgreement(merchant, { id })).status));
  assert.equal(statuses.filter((status) => status === "Active").length, 1);
});

test("a denied request leaves the code as it was", async () => {
  const merchant = await createShop();
  const code = await createTestCode(merchant.tenant, { allowRecurring: true });
  await deny(merchant.tenant, { id: (await ask(merchant, code)).body.recurringAuthorizationId ?? "" });
  assert.equal(await outcomeOf(merchant.tenant, code), "approved");
});

test("a wrong PIN is a try and says 55, the fifth locks the code and says 75, also to the right one", async () => {
  const merchant = await createShop();
  const code = await createTestCode(merchant.tenant, { allowRecurring: true });
  const wrong = { code: code.code, pin: code.wrongPin };
  for (const [typed, outcome, triesLeft] of [
    [wrong, "55", 4],
    [wrong, "55", 3],
    [code, "PendingApproval", 5],
    [wrong, "55", 4],
    [wrong, "55", 3],
    [wrong, "55", 2],
    [wrong, "55", 1],
    [wrong, "75", 0],
    [code, "75", 0],
  ] as const) {
    assert.equal(await askOutcome(merchant, typed), outcome);
    assert.equal((await readCode(merchant.tenant, code)).triesLeft, triesLeft);
  }
  assert.equal((await readCode(merchant.tenant, code)).status, "Code Locked");
});

test("a repeated wrong PIN is the same try; a missing one is a 400 and none", async () => {
  const merchant = await createShop();
  const code = await createTestCode(merchant.tenant, { allowRecurring: true });
  const wrong = { code: code.code, pin: code.wrongPin };
  const first = await ask(merchant, wrong, { idempotencyKey: "ask-1" });
  const repeat = await ask(merchant, wrong, { idempotencyKey: "ask-1" });
  assert.deepEqual([repeat.text, repeat.headers.get("idempotent-replayed")], [first.text, "true"]);
  const body = { paymentCode: code.code, ...AGREEMENT_TERMS };
  const invalid = { status: 400, code: "validation_error" } as const;
  assert.equal((await expectError(merchant, authorizeRecurring, { body }, invalid)).error.field, "pin");
  assert.equal((await readCode(merchant.tenant, code)).triesLeft, 4);
});

test("an unknown, revoked, spent, unfit, or foreign-bound code is denied with its reason", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const { tenant } = merchant;
  const other = await createTestMerchant(tenant);
  const recurring = { allowRecurring: true } as const;
  assert.equal(await askOutcome(merchant, await createTestCode(tenant)), "57");
  assert.equal(await askOutcome(merchant, await createTestMemberCode(tenant)), "57");
  const bound = await createTestMemberCode(tenant, { ...recurring, merchant: other.id });
  assert.equal(await askOutcome(merchant, bound), "62");
  assert.equal(await askOutcome(other, bound), "PendingApproval");
  assert.equal(await askOutcome(merchant, { code: "00000000" }), "14");
  assert.equal(await askOutcome(merchant, { code: "0000000000", pin: "0000000" }), "14");
  const revoked = await createTestCode(tenant, recurring);
  await call(tenant, revokePaymentCode, { params: { code: revoked.code } });
  assert.equal(await askOutcome(merchant, revoked), "62");
  const over = await createTestCode(tenant, recurring);
  clock.advance(10 * MINUTE_MS);
  assert.equal(await askOutcome(merchant, over), "54");
});

test("a request is in the code's currency; one in another is denied with 57, and both are named", async () => {
  const merchant = await createShop();
  const card = await createTestCard(merchant.tenant, { currency: "JPY", fundsMinor: 1_000n });
  const code = await createTestMemberCode(merchant.tenant, { card, allowRecurring: true });
  const { body } = await ask(merchant, code, { currency: "USD" });
  assert.deepEqual(
    [body.status, body.reasonCode, body.details],
    ["Denied", "57", { rule: "currency", currency: "USD", accountCurrency: "JPY" }],
  );
  const half = { body: { ...AGREEMENT_TERMS, paymentCode: code.code, amount: 0.5 } };
  await expectError(merchant, authorizeRecurring, half, { status: 400, code: "validation_error" });
  const { recurringAuthorizationId } = (await ask(merchant, code, { amount: 500 })).body;
  const { currency, amount } = await readAgreement(merchant, { id: recurringAuthorizationId ?? "" });
  assert.deepEqual([currency, amount], ["JPY", 500]);
});

test("a code revoked between request and approval ends the request's chance", async () => {
  const merchant = await createShop();
  const { tenant } = merchant;
  const code = await createTestCode(tenant, { allowRecurring: true });
  const id = (await ask(merchant, code)).body.recurringAuthorizationId ?? "";
  await call(tenant, revokePaymentCode, { params: { code: code.code } });
  await expectError(tenant, approveAgreement, { params: { id } }, SPENT);
  assert.equal((await readAgreement(merchant, { id })).status, "PendingApproval");
  assert.equal((await deny(tenant, { id })).status, "Denied");
});

test("a code past its minutes by the time of approval is good enough: the member was asked in time", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const code = await createTestCode(merchant.tenant, { allowRecurring: true });
  const id = (await ask(merchant, code)).body.recurringAuthorizationId ?? "";
  clock.advance(60 * MINUTE_MS);
  // The redemption attempt finds it overdue and stores it as expired, like the sweep.
  assert.equal(await outcomeOf(merchant.tenant, code), "54");
  assert.equal((await approve(merchant.tenant, { id })).status, "Active");
  assert.equal((await readCode(merchant.tenant, code)).status, "Code Used");
});

test("the holder's limits on a code bind the agreement: cap, interval, last day, number of charges", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const terms = { recurringInterval: "weekly", recurringLimit: 2, recurringThru: "2026-03-10" } as const;
  const code = await createTestMemberCode(merchant.tenant, { allowRecurring: true, maxAmount: 5, ...terms });
  const asked = { interval: "daily", endsOn: "2027-01-01", maxAmount: 500 } as const;
  const { body } = await call(merchant, authorizeRecurring, {
    body: { paymentCode: code.code, ...AGREEMENT_TERMS, ...asked },
  });
  const id = body.recurringAuthorizationId ?? "";
  await approve(merchant.tenant, { id });
  const { maxAmount, interval, endsOn, chargeLimit } = await readAgreement(merchant, { id });
  assert.deepEqual([maxAmount, interval, endsOn, chargeLimit], [5, "weekly", "2026-03-10", 2]);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 5.01 }), "61");
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 5 }), "PendingSettlement");
  clock.advance(DAY_MS);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 5 }), "65");
  clock.advance(6 * DAY_MS);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 5 }), "PendingSettlement");
  assert.equal((await readAgreement(merchant, { id })).active, false, "both charges are made");
  await assertBooksBalance();
});

test("a code charged between request and approval isn't exceeded, by its number of charges or within a period", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const { tenant } = merchant;
  const limited = await createTestMemberCode(tenant, { allowRecurring: true, recurringLimit: 3 });
  const ofLimited = { id: (await ask(merchant, limited)).body.recurringAuthorizationId ?? "" };
  const daily = await createTestMemberCode(tenant, { allowRecurring: true, recurringInterval: "daily" });
  const ofDaily = { id: (await ask(merchant, daily)).body.recurringAuthorizationId ?? "" };
  for (const code of [limited, limited, daily]) assert.equal(await chargeOn(merchant, code), "approved");
  for (const id of [ofLimited, ofDaily]) {
    await expectError(tenant, approveAgreement, { params: id }, SPENT);
    assert.equal((await readAgreement(merchant, id)).status, "PendingApproval");
  }
  assert.equal((await storedCode(limited)).uses, 2);
  assert.equal(await chargeOn(merchant, daily), "65");
  clock.advance(DAY_MS);
  await approve(tenant, ofDaily);
  assert.equal(await chargeOutcome(merchant, ofDaily), "PendingSettlement");
  assert.equal(await chargeOutcome(merchant, ofDaily), "65");
  await expectError(tenant, approveAgreement, { params: ofLimited }, SPENT);
  assert.equal((await deny(tenant, ofLimited)).status, "Denied");
  assert.equal(await chargeOn(merchant, limited), "approved");
  await assertBooksBalance();
});

test("a code charged while its agreement is being approved isn't exceeded", async () => {
  const merchant = await createShop();
  const { tenant } = merchant;
  const code = await createTestMemberCode(tenant, { allowRecurring: true, recurringLimit: 3 });
  const id = (await ask(merchant, code)).body.recurringAuthorizationId ?? "";
  const text = "UPDATE payment_codes SET uses = uses + 1, first_used_at = now(), last_used_at = now() WHERE id = $1";
  await whileUncommitted({ text, values: [code.recordId] }, () =>
    expectError(tenant, approveAgreement, { params: { id } }, SPENT),
  );
  assert.deepEqual([(await storedCode(code)).status, (await storedCode(code)).uses], ["active", 1]);
});

test("a code that another merchant took since stays with that merchant", async () => {
  const merchant = await createShop();
  const { tenant } = merchant;
  const other = await createTestMerchant(tenant);
  const code = await createTestMemberCode(tenant, { allowRecurring: true });
  const id = (await ask(merchant, code)).body.recurringAuthorizationId ?? "";
  assert.equal(await chargeOn(other, code), "approved");
  await expectError(tenant, approveAgreement, { params: { id } }, SPENT);
  assert.equal(await chargeOn(other, code), "approved");
});

test("a code allowing more than the merchant's amount does not raise the agreement's cap", async () => {
  const merchant = await createShop();
  const code = await createTestMemberCode(merchant.tenant, { allowRecurring: true, maxAmount: 20 });
  const { body } = await call(merchant, authorizeRecurring, {
    body: { paymentCode: code.code, ...AGREEMENT_TERMS, amount: 6 },
  });
  const id = body.recurringAuthorizationId ?? "";
  assert.equal((await approve(merchant.tenant, { id })).maxAmount, 6);
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 6.01 }), "61");
  assert.equal(await chargeOutcome(merchant, { id }, { amount: 6 }), "PendingSettlement");
});

test("an amount over the code's maximum is no agreement", async () => {
  const merchant = await createShop();
  const code = await createTestMemberCode(merchant.tenant, { allowRecurring: true, maxAmount: 5 });
  const { body } = await call(merchant, authorizeRecurring, {
    body: { paymentCode: code.code, ...AGREEMENT_TERMS, amount: 6 },
  });
  assert.deepEqual([body.status, body.reasonCode], ["Denied", "61"]);
});

test("an agreement uses up its code, by GET and validate alike; a revocation since spares it", async () => {
  const clock = withFakeClock(START);
  const merchant = await createShop();
  const { tenant } = merchant;
  const code = await createTestCode(tenant, { allowRecurring: true, recurringLimit: 3 });
  const id = (await ask(merchant, code)).body.recurringAuthorizationId ?? "";
  await approve(tenant, { id });
  const { status, uses, usesRemaining, expiresAt, lastUsed } = await readCode(tenant, code);
  assert.deepEqual([status, uses, usesRemaining, expiresAt, lastUsed], ["Code Used", 1, 0, null, START]);
  const { body } = await call(merchant, validatePaymentCode, { body: { paymentCode: code.code } });
  assert.deepEqual([body.status, body.usesRemaining, body.expiresAt], ["Code Used", 0, null]);
  const over = await createTestCode(tenant, { allowRecurring: true });
  const asked = (await ask(merchant, over)).body.recurringAuthorizationId ?? "";
  clock.advance(60 * MINUTE_MS);
  await call(tenant, revokePaymentCode, { params: { code: over.code } });
  assert.equal((await readCode(tenant, over)).status, "Code Expired");
  await expectError(tenant, approveAgreement, { params: { id: asked } }, SPENT);
});
