import assert from "node:assert/strict";
import { test } from "node:test";
import * as contracts from "@/server/contracts/rest/onboarding/fundings";
import { getPrisma } from "@/server/db/prisma";
import { fundingReferenceOf } from "@/server/domain/bank";
import { bankStatements, importStatement } from "@/server/domain/bank-statements";
import { notifyPeople } from "@/server/domain/notifications";
import { now } from "@/server/platform/clock";
import { camtOf, createTestOperator, setTestBankAccount } from "@/server/testing/bank-statements";
import { call } from "@/server/testing/clients/api-client";
import { withTestDatabase } from "@/server/testing/database";
import { createTestCard } from "@/server/testing/factories/cards";
import { createTestUser } from "@/server/testing/factories/portal";
import { createTestTenant } from "@/server/testing/factories/tenants";
import { subscribe } from "@/server/testing/factories/webhook-subscriptions";
import { finishJobs } from "@/server/testing/long-jobs";

withTestDatabase();

test("a funding and its reversal leave one event each, with a delivery, and tell the member", async () => {
  const tenant = await createTestTenant();
  const card = await createTestCard(tenant, { fundsMinor: 0n, currency: "EUR" });
  const user = await createTestUser({ kind: "member", memberId: card.memberId });
  await subscribe(tenant, { events: ["funding.created", "funding.reversed"] });
  const operator = await createTestOperator();
  await setTestBankAccount(operator);
  const { fundingNumber } = await getPrisma().account.findUniqueOrThrow({ where: { id: card.accountId } });
  const lines = [{ amount: 12.5, text: fundingReferenceOf(fundingNumber), reference: "B-1" }];
  await importStatement(operator, { text: camtOf({ lines }), bankAccountId: null }, null);
  await finishJobs(bankStatements);
  const body = { account: card.accountId, amount: 3, bankReference: "Transfer 42" };
  const options = { body, idempotencyKey: "once" };
  const { id } = (await call(tenant, contracts.createFunding, options)).body;
  await call(tenant, contracts.createFunding, options);
  await call(tenant, contracts.reverseFunding, { params: { id } });
  const events = await getPrisma().event.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } });
  const facts = { merchant: null, currency: "EUR", account: card.accountId, member: card.memberId };
  const [transfer] = await getPrisma().bankLine.findMany({ where: { accountId: card.accountId } });
  const created = { type: "funding.created", sequence: 1 };
  assert.deepEqual(
    events.map(({ type, sequence, facts }) => ({ type, sequence, facts })),
    [
      { ...created, facts: { ...facts, recordId: transfer?.postingId, amountMinor: "1250", kind: "bank_transfer" } },
      { ...created, facts: { ...facts, recordId: id, amountMinor: "300", kind: "manual" } },
      { type: "funding.reversed", sequence: 2, facts: { ...facts, recordId: id, amountMinor: "300", kind: "manual" } },
    ],
  );
  const where = { event: { tenantId: tenant.id } };
  assert.equal(await getPrisma().webhookDelivery.count({ where }), 3);
  await notifyPeople({ now: now() });
  await notifyPeople({ now: now() });
  const told = await getPrisma().notification.findMany({ where: { userId: user.id }, orderBy: { createdAt: "asc" } });
  assert.deepEqual(told.map(({ kind, title }) => [kind, title]).sort(), [
    ["funding_came", "EUR 12.50 came to your account"],
    ["funding_came", "EUR 3.00 were taken back"],
  ]);
});
