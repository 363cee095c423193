import assert from "node:assert/strict";
import { test } from "node:test";
import { sellPaymentCode } from "@/server/contracts/rest/merchant-payment-codes";
import { getTransaction } from "@/server/contracts/rest/transactions";
import { now } from "@/server/platform/clock";
import { AuthorizationId } from "@/server/platform/noun-ids";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestMerchant } from "@/server/testing/factories/merchants";
import { createTestCode, createTestMemberCode, redeem } from "@/server/testing/factories/payment-codes";
import { createTestUser, openTestSession, portalOf } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { matchWords } from "./match-words";
import { WORDS } from "./words";

withTestDatabase();

function isNear(a: string, b: string): boolean {
  if (a.length === b.length) return [...a].filter((letter, at) => letter !== b[at]).length <= 1;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  return [...long].some((_, at) => long.slice(0, at) + long.slice(at + 1) === short);
}

test("there are 1,024 words of three to seven letters, none a letter away from another", () => {
  assert.equal(new Set(WORDS).size, 1_024);
  assert.deepEqual(
    WORDS.filter((word) => !/^[a-z]{3,7}$/.test(word)),
    [],
  );
  const near = WORDS.flatMap((word, at) =>
    WORDS.slice(at + 1).flatMap((other) => (isNear(word, other) ? [word, other] : [])),
  );
  assert.deepEqual(near, []);
});

test("a payment keeps its words, others have others, and what is no payment by code has none", () => {
  const row = {
    id: AuthorizationId.make(now()),
    outcome: "approved",
    paymentCodeId: "a code",
    parentId: null,
  } as const;
  assert.match(matchWords(row) ?? "", /^[a-z]{3,7} [a-z]{3,7}$/);
  assert.equal(matchWords(row), matchWords({ ...row }));
  const pairs = Array.from({ length: 500 }, () => matchWords({ ...row, id: AuthorizationId.make(now()) }));
  assert.ok(new Set(pairs).size > 490, "pairs are spread");
  assert.ok(pairs.every((pair) => pair !== null && new Set(pair.split(" ")).size === 2));
  assert.equal(matchWords({ ...row, outcome: "declined" }), null);
  assert.equal(matchWords({ ...row, paymentCodeId: null }), null);
  assert.equal(matchWords({ ...row, parentId: row.id }), null);
});

test("the till and the phone show the same words, for a hold and for a sale", async () => {
  const tenant = await createTestTenant();
  const merchant = await createTestMerchant(tenant);
  const issued = await createTestCode(tenant);
  const { body: hold } = await redeem(tenant, issued, { idempotencyKey: "till-1" });
  assert.match(hold.matchWords ?? "", /^[a-z]+ [a-z]+$/);
  assert.equal((await redeem(tenant, issued, { idempotencyKey: "till-1" })).body.matchWords, hold.matchWords);
  const { body: refused } = await redeem(tenant, { ...issued, pin: issued.wrongPin });
  assert.equal(refused.matchWords, null);
  const own = await createTestMemberCode(tenant, { card: issued.card });
  const { body: sale } = await call(merchant, sellPaymentCode, { body: { paymentCode: own.code, amount: 5 } });
  assert.notEqual(sale.matchWords, hold.matchWords);
  const { body: looked } = await call(merchant, getTransaction, { body: { transactionId: sale.transactionId ?? "" } });
  assert.equal(looked.matchWords, sale.matchWords);
  const user = await createTestUser({ kind: "member", memberId: issued.card.memberId });
  const { items } = await portalOf(await openTestSession(user)).wallet.activity.list({});
  const approved = items.filter(({ status }) => status !== "Authorization Declined");
  assert.deepEqual(
    approved.map((payment) => payment.matchWords),
    [sale.matchWords, hold.matchWords],
  );
});
