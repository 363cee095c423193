import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { sellTransaction } from "@/server/contracts/rest/transactions";
import { getPrisma } from "@/server/db/prisma";
import { changeCardLimits, freezeCard, openAccount, setCardStatus, unfreezeCard } from "@/server/domain/members";
import { type DecimalAmount, readAmount } from "@/server/platform/money";
import type { AccountId } from "@/server/platform/noun-ids";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call } from "@/server/testing/clients/api-client";
import { withFakeClock } from "@/server/testing/clock";
import { withTestDatabase } from "@/server/testing/database";
import { authorize, declineOf, increment, reverse } from "@/server/testing/factories/authorization-steps";
import { memberCaller, networkCaller } from "@/server/testing/factories/callers";
import { createTestCard, type TestCard } from "@/server/testing/factories/cards";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestTenant, type TestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";
import { rescuePayment } from "./rescue-payment";

withTestDatabase();

const MINUTE_MS = 60_000;
const NO_LIMITS = { perTransaction: null, dailyAmount: null, dailyCount: null };

interface Limits {
  readonly perTransaction?: DecimalAmount;
  readonly dailyAmount?: DecimalAmount;
  readonly dailyCount?: number;
}

async function limit(tenant: TestTenant, card: TestCard, limits: Limits): Promise<void> {
  await changeCardLimits(memberCaller(tenant, card), { id: card.id, ...NO_LIMITS, ...limits });
}

async function withFrozenCard() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  await freezeCard(memberCaller(tenant, card), { id: card.id });
  return { tenant, card };
}

async function openSecondAccount(card: TestCard, openingMinor: bigint): Promise<AccountId> {
  const { memberId } = card;
  return (await openAccount(networkCaller(), { memberId, currency: "USD", openingMinor, creditLimitMinor: 0n })).id;
}

function allow(tenant: TestTenant, card: TestCard, { recordId }: { recordId: string | null }, account?: AccountId) {
  return rescuePayment(memberCaller(tenant, card), { id: recordId ?? "", account: account ?? null }, null);
}

function untilOf({ details }: { readonly details: Record<string, unknown> | null }): unknown {
  const { rescue } = details ?? {};
  return rescue && typeof rescue === "object" && "until" in rescue ? rescue.until : null;
}

const refused = (code: string) => (error: unknown) => error instanceof Error && "code" in error && error.code === code;

test("a payment with a card that its member froze says until when, and once let through passes once", async () => {
  const clock = withFakeClock("2026-11-22T10:00:00.000Z");
  const { tenant, card } = await withFrozenCard();
  const declined = await declineOf(tenant, card, 20, { reasonCode: "62" });
  assert.equal(untilOf(declined), "2026-11-22T10:05:00.000Z");
  clock.advance(4 * MINUTE_MS);
  await allow(tenant, card, declined);
  const { recordId } = await authorize(tenant, card, 20);
  await declineOf(tenant, card, 20, { reasonCode: "62" });
  const rescue = await getPrisma().rescue.findUniqueOrThrow({ where: { declinedId: declined.recordId ?? "" } });
  assert.equal(rescue.usedById, recordId);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 20_00n });
  const audits = await getPrisma().auditRecord.findMany({ where: { action: "payment.allowed_once" } });
  assert.deepEqual(
    audits.map(({ subjectId }) => subjectId),
    [declined.recordId],
  );
  await assertBooksBalance();
});

test("an expired allowance lets a decline through no more, nor a used one", async () => {
  const clock = withFakeClock("2026-11-22T10:00:00.000Z");
  const { tenant, card } = await withFrozenCard();
  const first = await declineOf(tenant, card, 20, { reasonCode: "62" });
  const second = await declineOf(tenant, card, 30, { reasonCode: "62" });
  await allow(tenant, card, first);
  clock.advance(5 * MINUTE_MS);
  await declineOf(tenant, card, 20, { reasonCode: "62" });
  await assert.rejects(allow(tenant, card, second), refused("payment_not_rescuable"));
});

test("a repeat of the declined request is answered as it was", async () => {
  const { tenant, card } = await withFrozenCard();
  const request = { body: { panToken: card.panToken, amount: 20 }, idempotencyKey: "till-1-order-9" };
  const { body } = await call(tenant, contracts.createAuthorization, request);
  assert.ok(body.status === "declined");
  await allow(tenant, card, body);
  assert.deepEqual((await call(tenant, contracts.createAuthorization, request)).body, body);
  await authorize(tenant, card, 20);
});

test("it is for that merchant, up to that amount", async () => {
  const { tenant, card } = await withFrozenCard();
  const other = await createTestMerchant(tenant);
  const declined = await declineOf(tenant, card, 20, { reasonCode: "62" });
  await allow(tenant, card, declined);
  await declineOf(tenant, card, 20, { reasonCode: "62", merchant: other.id });
  await declineOf(tenant, card, 20.01, { reasonCode: "62" });
  await authorize(tenant, card, 19.99);
});

for (const [what, limits, code] of [
  ["a payment", { perTransaction: readAmount(10) }, "61"],
  ["a day", { dailyAmount: readAmount(10) }, "61"],
  ["a day’s number", { dailyCount: 1 }, "65"],
] as const) {
  test(`the member's limit of ${what} is raised for one payment, and holds for the next`, async () => {
    const tenant = await createTestTenant();
    const card = await createTestCard(tenant);
    await limit(tenant, card, limits);
    await authorize(tenant, card, 5);
    const declined = await declineOf(tenant, card, 12, { reasonCode: code });
    assert.ok(untilOf(declined));
    await allow(tenant, card, declined);
    await authorize(tenant, card, 12);
    await declineOf(tenant, card, 12, { reasonCode: code });
    await assertBalance(card.accountId, { postedMinor: 1_000_00n, heldMinor: 17_00n });
  });
}

test("an issuer's refusal is not the member's to lift, and isn't offered", async () => {
  const tenant = await createTestTenant();
  const limited = await createTestCard(tenant, { perTransactionLimitMinor: 10_00n });
  const frozen = await createTestCard(tenant);
  await setCardStatus(networkCaller(), { cardId: frozen.id, status: "frozen" });
  for (const [card, reasonCode] of [
    [limited, "61"],
    [frozen, "62"],
  ] as const) {
    const declined = await declineOf(tenant, card, 20, { reasonCode });
    assert.equal(untilOf(declined), null);
    await assert.rejects(allow(tenant, card, declined), refused("payment_not_rescuable"));
  }
  await limit(tenant, limited, { perTransaction: readAmount(5) });
  assert.equal(untilOf(await declineOf(tenant, limited, 20, { reasonCode: "61" })), null);
  assert.ok(untilOf(await declineOf(tenant, limited, 8, { reasonCode: "61" })));
});

test("another account pays where the card's has too little", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  assert.equal(untilOf(await declineOf(tenant, card, 20, { reasonCode: "51" })), null);
  const savings = await openSecondAccount(card, 50_00n);
  const declined = await declineOf(tenant, card, 20, { reasonCode: "51" });
  assert.ok(untilOf(declined));
  await assert.rejects(allow(tenant, card, declined), refused("validation_error"));
  await allow(tenant, card, declined, savings);
  const { recordId } = await authorize(tenant, card, 20);
  await assertBalance(savings, { postedMinor: 50_00n, heldMinor: 20_00n });
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
  await call(tenant, contracts.captureAuthorization, { params: { id: recordId }, body: { amount: 15 } });
  await reverse(tenant, recordId);
  await assertBalance(savings, { postedMinor: 50_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a sale is captured from the account that the member chose", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  const savings = await openSecondAccount(card, 50_00n);
  const sale = { body: { amount: 20, paymentMethod: card.panToken } };
  const { body: declined } = await call(merchant, sellTransaction, sale);
  const { body: record } = await call(tenant, contracts.getAuthorization, {
    params: { id: declined.authorizationId ?? "" },
  });
  await allow(tenant, card, record, savings);
  assert.equal((await call(merchant, sellTransaction, sale)).body.capturedAmount, 20);
  await assertBalance(savings, { postedMinor: 30_00n, heldMinor: 0n });
  await assertBalance(card.accountId, { postedMinor: 10_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("an allowance used up elsewhere, or ended by a freeze, while a payment is decided is not used again", async () => {
  const { tenant, card } = await withFrozenCard();
  const declined = await declineOf(tenant, card, 20, { reasonCode: "62" });
  await allow(tenant, card, declined);
  const used = {
    text: "UPDATE rescues SET used_by_id = declined_id, used_at = created_at WHERE declined_id = $1",
    values: [declined.recordId],
  };
  await whileUncommitted(used, () => declineOf(tenant, card, 20, { reasonCode: "62" }));
  await allow(tenant, card, await declineOf(tenant, card, 20, { reasonCode: "62" }));
  const changed = { text: "UPDATE cards SET rules_version = rules_version + 1 WHERE id = $1", values: [card.id] };
  await whileUncommitted(changed, () => declineOf(tenant, card, 20, { reasonCode: "62" }));
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
});

test("an allowance can't be changed, nor used twice, by any query", async () => {
  const { tenant, card } = await withFrozenCard();
  const declined = await declineOf(tenant, card, 20, { reasonCode: "62" });
  await allow(tenant, card, declined);
  const where = { declinedId: declined.recordId ?? "" };
  await assert.rejects(getPrisma().rescue.update({ where, data: { amountMinor: 99_00n } }), /stands/);
  await authorize(tenant, card, 20);
  await assert.rejects(getPrisma().rescue.update({ where, data: { usedById: null, usedAt: null } }), /stands/);
});

test("nothing is added beyond what the member let through", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 10_00n });
  const savings = await openSecondAccount(card, 500_00n);
  await allow(tenant, card, await declineOf(tenant, card, 40, { reasonCode: "51" }), savings);
  const { recordId } = await authorize(tenant, card, 30);
  await increment(tenant, recordId, 10);
  const { body } = await call(tenant, contracts.incrementAuthorization, {
    params: { id: recordId },
    body: { amount: 0.01 },
  });
  assert.ok(body.status === "declined");
  assert.deepEqual([body.reasonCode, body.details], ["61", { limit: "allowed-once" }]);
  await assertBalance(savings, { postedMinor: 500_00n, heldMinor: 40_00n });
  await assertBooksBalance();
});

test("any later change of the card ends it", async () => {
  const { tenant, card } = await withFrozenCard();
  await allow(tenant, card, await declineOf(tenant, card, 20, { reasonCode: "62" }));
  await unfreezeCard(memberCaller(tenant, card), { id: card.id });
  await freezeCard(memberCaller(tenant, card), { id: card.id });
  await declineOf(tenant, card, 20, { reasonCode: "62" });
});

test("of many tills at once one is let through", async () => {
  const { tenant, card } = await withFrozenCard();
  await allow(tenant, card, await declineOf(tenant, card, 20, { reasonCode: "62" }));
  const body = { panToken: card.panToken, amount: 20 };
  const tries = Array.from({ length: 12 }, () => call(tenant, contracts.createAuthorization, { body }));
  const approved = (await Promise.all(tries)).filter((reply) => reply.body.status === "approved");
  assert.equal(approved.length, 1);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 20_00n });
});

test("a payment passing without it uses it up all the same", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 30_00n });
  const savings = await openSecondAccount(card, 50_00n);
  await allow(tenant, card, await declineOf(tenant, card, 40, { reasonCode: "51" }), savings);
  await getPrisma().account.update({ where: { id: savings }, data: { heldMinor: 0n, postedMinor: 0n } });
  await authorize(tenant, card, 20);
  await getPrisma().account.update({ where: { id: savings }, data: { postedMinor: 50_00n } });
  await declineOf(tenant, card, 20, { reasonCode: "51" });
});

test("only its member lets it through, from an account of theirs in its currency, once", async () => {
  const { tenant, card } = await withFrozenCard();
  const other = await createTestCard(tenant);
  const declined = await declineOf(tenant, card, 20, { reasonCode: "62" });
  await assert.rejects(allow(tenant, other, declined), refused("transaction_not_found"));
  await assert.rejects(allow(tenant, card, declined, other.accountId), refused("invalid_reference"));
  const twice = await Promise.all([allow(tenant, card, declined), allow(tenant, card, declined)]);
  assert.equal(twice.length, 2);
  assert.equal(await getPrisma().rescue.count({ where: { declinedId: declined.recordId ?? "" } }), 1);
  await authorize(tenant, card, 20);
  await assert.rejects(allow(tenant, card, declined), refused("payment_not_rescuable"));
});
