import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/authorizations";
import { getPrisma } from "@/server/db/prisma";
import { setCardStatus } from "@/server/domain/members";
import { assertBalance, assertBooksBalance } from "@/server/testing/books";
import { call, expectError } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { assertFigures, authorize, declineOf, increment } from "@/server/testing/factories/authorization-steps";
import { networkCaller } from "@/server/testing/factories/callers";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { whileUncommitted } from "@/server/testing/faults/blocked-query";

withTestDatabase();

async function withHold() {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 100_00n });
  const { recordId: id } = await authorize(tenant, card, 60);
  return { tenant, card, id };
}

const FREEZE = "UPDATE cards SET status = 'frozen', rules_version = rules_version + 1 WHERE id = $1";

test("an approval decided before a freeze and written after it is decided again", async () => {
  const { tenant, card } = await withHold();
  await whileUncommitted({ text: FREEZE, values: [card.id] }, () => declineOf(tenant, card, 10, { reasonCode: "62" }));
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 60_00n });
  await assertBooksBalance();
});

test("an increment decided before a freeze and written after it is decided again, its parent untouched", async () => {
  const { tenant, card, id } = await withHold();
  const { body } = await whileUncommitted({ text: FREEZE, values: [card.id] }, () =>
    call(tenant, contracts.incrementAuthorization, { params: { id }, body: { amount: 10 } }),
  );
  assert.ok(body.status === "declined");
  assert.equal(body.reasonCode, "62");
  await assertFigures(tenant, id, ["Authorization Approved", 60, 0, 0]);
  await assertBooksBalance();
});

test("a new limit counts for what was decided under the old one", async () => {
  const { tenant, card } = await withHold();
  const text = "UPDATE cards SET per_transaction_limit_minor = 999, rules_version = rules_version + 1 WHERE id = $1";
  await whileUncommitted({ text, values: [card.id] }, () => declineOf(tenant, card, 10, { reasonCode: "61" }));
});

test("funds gone meanwhile are not spent, and those left are", async () => {
  const { tenant, card, id } = await withHold();
  // Stands in for spent money: a decision sees no difference to a lowered credit limit.
  await getPrisma().account.update({ where: { id: card.accountId }, data: { creditLimitMinor: 50_00n } });
  const text = "UPDATE accounts SET credit_limit_minor = 0 WHERE id = $1";
  await whileUncommitted({ text, values: [card.accountId] }, () => declineOf(tenant, card, 41, { reasonCode: "51" }));
  await getPrisma().account.update({ where: { id: card.accountId }, data: { creditLimitMinor: 50_00n } });
  await whileUncommitted({ text, values: [card.accountId] }, () => increment(tenant, id, 40));
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 100_00n });
  await assertBooksBalance();
});

const VOID_ALL = {
  text: `WITH root AS (
      UPDATE authorizations SET voided_minor = amount_minor, family_voided_minor = amount_minor, version = version + 1
      WHERE id = $1 RETURNING *
    ), account AS (
      UPDATE accounts SET held_minor = held_minor - root.amount_minor FROM root WHERE accounts.id = root.account_id
    )
    INSERT INTO reversals (id, authorization_id, root_id, tenant_id, environment, currency, voided_minor,
      refunded_minor, reason_code, created_at)
    SELECT reverse(id), id, id, tenant_id, environment, currency, amount_minor, 0, 'RV02', created_at FROM root`,
};

test("a capture planned before a void and written after it is planned again", async () => {
  const { tenant, card, id } = await withHold();
  await whileUncommitted({ ...VOID_ALL, values: [id] }, () =>
    expectError(
      tenant,
      contracts.captureAuthorization,
      { params: { id } },
      { status: 409, code: "authorization_not_capturable" },
    ),
  );
  await assertFigures(tenant, id, ["Authorization Reversed", 60, 0, 60]);
  await assertBalance(card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("a reverse and an increment planned before a void find nothing after it", async () => {
  const reversed = await withHold();
  await whileUncommitted({ ...VOID_ALL, values: [reversed.id] }, () =>
    expectError(
      reversed.tenant,
      contracts.reverseAuthorization,
      { params: { id: reversed.id } },
      { status: 409, code: "authorization_not_reversible" },
    ),
  );
  const incremented = await withHold();
  await whileUncommitted({ ...VOID_ALL, values: [incremented.id] }, () =>
    expectError(
      incremented.tenant,
      contracts.incrementAuthorization,
      { params: { id: incremented.id }, body: { amount: 1 } },
      { status: 409, code: "authorization_not_incrementable" },
    ),
  );
  await assertBalance(incremented.card.accountId, { postedMinor: 100_00n, heldMinor: 0n });
  await assertBooksBalance();
});

test("no authorization running while a card is frozen is approved after the freeze", async () => {
  const tenant = await createTestTenant();
  for (let round = 0; round < 10; round += 1) {
    const card = await createTestCard(tenant);
    const body = { panToken: card.panToken, amount: 1 };
    const running = Array.from({ length: 30 }, () => call(tenant, contracts.createAuthorization, { body }));
    await setCardStatus(networkCaller(), { cardId: card.id, status: "frozen" });
    const approvedByThen = (await getPrisma().card.findUniqueOrThrow({ where: { id: card.id } })).usageCount;
    const later = Array.from({ length: 5 }, () => call(tenant, contracts.createAuthorization, { body }));
    assert.ok((await Promise.all(later)).every((reply) => reply.body.status === "declined"));
    const approved = (await Promise.all(running)).filter((reply) => reply.body.status === "approved").length;
    assert.equal(approved, approvedByThen);
  }
  await assertBooksBalance();
});
